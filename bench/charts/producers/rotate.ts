import { degrees, PDFDocument } from 'pdf-lib';

/** The same page, drawn turned on its sheet, with the /Rotate that sets it upright again, as scanners and slide tools do. */
export async function rotated(file: Uint8Array, rotate: 90 | 180 | 270): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const [form] = await document.embedPdf(file);
  if (form === undefined) throw new Error('the file has no page');
  const { width, height } = form;
  const sheet = document.addPage(rotate === 180 ? [width, height] : [height, width]);
  sheet.setRotation(degrees(rotate));
  const at = { 90: { x: height, y: 0 }, 180: { x: width, y: height }, 270: { x: 0, y: width } }[rotate];
  sheet.drawPage(form, { ...at, rotate: degrees(rotate) });
  return document.save();
}
