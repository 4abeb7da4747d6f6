// Draws the layers over the page and shows the evidence of what is clicked. All text goes in as text, never as markup.
const evidence = JSON.parse(document.getElementById('evidence').textContent);
const card = document.getElementById('card');
const layers = document.getElementById('layers');
/** What each drawn box stands for. */
const things = new Map();
const NAMESPACE = 'http://www.w3.org/2000/svg';
/** Labels of regions, as a share of the page's longer side. */
const LABEL_SIZE = Math.max(evidence.width, evidence.height) / 75;

const element = (name, attributes = {}, text = '') => {
  const made = document.createElementNS(name === 'rect' || name === 'g' || name === 'text' ? NAMESPACE : document.documentElement.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
};

/** Layers, the lowest first: what a layer holds, and how one thing of it is told on the card. */
const LAYERS = [
  {
    name: 'regions',
    title: 'Regions',
    things: evidence.regions,
    label: (region) => `${region.index + 1} ${region.kind}`,
    told: (region) => [
      ['Kind', region.kind],
      ['Order', `${region.index + 1} of ${evidence.regions.length}`],
      ['Spans', region.span_ids.length],
      ['Elements', region.element_ids.length],
    ],
  },
  {
    name: 'tables',
    title: 'Tables',
    things: evidence.tables.flatMap((table) => table.cells.map((cell) => ({ ...cell, table }))),
    count: evidence.tables.length,
    told: (cell) => [
      ['Table', cell.table.title || cell.table.id],
      ['Found by', cell.table.method === 'ruled' ? 'ruling lines' : cell.table.method === 'aligned' ? 'alignment' : 'lines and alignment'],
      ['Cell', `row ${cell.row + 1}, column ${cell.column + 1}${cell.header ? ', header' : ''}`],
      ['Spans over', `${cell.row_span} × ${cell.column_span}`],
      ['Painted by', cell.span_ids.join(', ')],
    ],
  },
  {
    name: 'spans',
    title: 'Spans',
    things: evidence.spans.filter((span) => !span.hidden),
    told: toldSpan,
  },
  {
    name: 'refusals',
    title: 'Refusals',
    things: evidence.spans.filter((span) => span.proven === false),
    told: toldSpan,
  },
];

function toldSpan(span) {
  return [
    ['Element', span.element_ids.join(', ')],
    ['Font', `${span.font}${span.embedded === false ? ', not embedded' : ''}`],
    ['Size', `${span.size_pt} pt${span.rotation_deg ? `, turned ${span.rotation_deg}°` : ''}`],
    ['Colour', span.color],
    ['PDFium reads', span.witness],
    ['pdf.js reads', span.text],
  ];
}

/** Shows all that lies under the pointer, the topmost first. */
function show(shown) {
  for (const chosen of layers.querySelectorAll('.chosen')) chosen.classList.remove('chosen');
  card.replaceChildren(element('h2', {}, 'Evidence'));
  for (const { layer, thing, rect } of shown) {
    rect.classList.add('chosen');
    const text = element('div', { class: `text ${layer.name}` });
    text.append(element('span', {}, thing.text));
    card.append(text, detailsOf(layer, thing));
  }
}

function detailsOf(layer, thing) {
  const list = element('dl');
  const row = (name, value) => list.append(element('dt', {}, name), value);
  if (thing.refused !== undefined && thing.text !== '') {
    const proven = thing.refused.length === 0;
    const cell = element('dd');
    cell.append(element('span', { class: proven ? 'verdict' : 'verdict refused' }, proven ? 'proven' : thing.refused.join(', ')));
    row('Verdict', cell);
    for (const reason of thing.refused) row(reason, element('dd', {}, evidence.reasons[reason] ?? ''));
  }
  for (const [name, value] of [...layer.told(thing), ['Box', thing.box.map((v) => Math.round(v * 10) / 10).join(', ')]]) {
    if (value !== undefined && value !== null && value !== '') row(name, element('dd', {}, String(value)));
  }
  return list;
}

/** White on a tag, at the top left of what it names. */
function labelAt(x, y, text) {
  const tag = element('g', { class: 'label' });
  const words = element('text', { x: x + LABEL_SIZE * 0.4, y: y + LABEL_SIZE, 'font-size': LABEL_SIZE }, text);
  // The width of the text is known once it is drawn; this is near enough for Latin letters.
  const width = LABEL_SIZE * (0.58 * text.length + 0.8);
  tag.append(element('rect', { x, y, width, height: LABEL_SIZE * 1.35 }), words);
  return tag;
}

const toggles = document.getElementById('toggles');
for (const layer of LAYERS) {
  const group = element('g', { class: layer.name });
  for (const thing of layer.things) {
    const [x0, y0, x1, y1] = thing.box;
    const rect = element('rect', { x: x0, y: y0, width: Math.max(x1 - x0, 0.5), height: Math.max(y1 - y0, 0.5), tabindex: 0 });
    if (thing.header) rect.classList.add('header');
    rect.dataset.text = (thing.text ?? '').toLowerCase();
    things.set(rect, { layer, thing, rect });
    rect.addEventListener('click', ({ clientX, clientY }) =>
      show(document.elementsFromPoint(clientX, clientY).flatMap((under) => things.get(under) ?? [])),
    );
    rect.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter' || key === ' ') show([things.get(rect)]);
    });
    group.append(rect);
    if (layer.label) {
      group.append(labelAt(x0, y0, layer.label(thing)));
    }
  }
  group.toggleAttribute('hidden', !evidence.shown.includes(layer.name));
  layers.append(group);

  const toggle = element('label', { class: `toggle ${layer.name}` });
  const box = element('input', { type: 'checkbox' });
  box.checked = evidence.shown.includes(layer.name);
  box.addEventListener('change', () => group.toggleAttribute('hidden', !box.checked));
  toggle.append(box, element('i'), element('span', {}, layer.title), element('output', {}, String(layer.count ?? layer.things.length)));
  toggles.append(toggle);
}

document.getElementById('find').addEventListener('input', ({ target }) => {
  const wanted = target.value.trim().toLowerCase();
  for (const rect of layers.querySelectorAll('rect')) rect.classList.toggle('dimmed', wanted !== '' && !rect.dataset.text.includes(wanted));
});
