// Draws the layers over the page and shows the evidence of what is clicked. All text goes in as text, never as markup.
const evidence = JSON.parse(document.getElementById('evidence').textContent);
const card = document.getElementById('card');
const layers = document.getElementById('layers');
/** What each drawn box stands for. */
const things = new Map();
const NAMESPACE = 'http://www.w3.org/2000/svg';
const IN_SVG = new Set(['rect', 'g', 'defs', 'pattern', 'path']);
/** Distance of the strokes over what is refused, as a share of the page's longer side: the print under it stays readable. */
const HATCH = Math.max(evidence.width, evidence.height) / 200;

const element = (name, attributes = {}, text = '') => {
  const made = IN_SVG.has(name) ? document.createElementNS(NAMESPACE, name) : document.createElement(name);
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
    things: evidence.spans.filter((span) => span.shown),
    told: toldSpan,
  },
  {
    name: 'refusals',
    title: 'Refusals',
    things: evidence.spans.filter((span) => !span.proven),
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
    cell.append(element('span', { class: proven ? 'verdict' : 'verdict refused' }, proven ? 'proven' : 'not proven'));
    for (const reason of thing.refused) {
      const why = element('p', { class: 'reason' });
      why.append(element('code', {}, reason), ` ${evidence.reasons[reason] ?? ''}`);
      cell.append(why);
    }
    row('Verdict', cell);
  }
  for (const [name, value] of [...layer.told(thing), ['Box', thing.box.map((v) => Math.round(v * 10) / 10).join(', ')]]) {
    if (value !== undefined && value !== null && value !== '') row(name, element('dd', {}, String(value)));
  }
  return list;
}

/** A tag at the top left of what it names, on its upper edge; of one size on the screen, however large the page is. */
function tagAt([x, y], text) {
  const tag = element('span', { class: 'tag' }, text);
  tag.style.left = `${(100 * x) / evidence.width}%`;
  tag.style.top = `${(100 * y) / evidence.height}%`;
  return tag;
}

const hatch = element('pattern', { id: 'hatch', width: HATCH, height: HATCH, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' });
hatch.append(element('path', { d: `M0 0V${HATCH}`, 'stroke-width': HATCH / 2.5 }));
const definitions = element('defs');
definitions.append(hatch);
layers.append(definitions);

const page = document.getElementById('page');
const toggles = document.getElementById('toggles');
/** Switches of the layers, by name. */
const switches = new Map();
for (const layer of LAYERS) {
  const group = element('g', { class: layer.name });
  const tags = element('div', { class: 'tags' });
  for (const thing of layer.things) {
    const [x0, y0, x1, y1] = thing.box;
    const rect = element('rect', { x: x0, y: y0, width: Math.max(x1 - x0, 0.5), height: Math.max(y1 - y0, 0.5), tabindex: 0 });
    if (thing.header) rect.classList.add('header');
    rect.dataset.text = plain(thing.text ?? '');
    things.set(rect, { layer, thing, rect });
    rect.addEventListener('click', ({ clientX, clientY }) =>
      show(document.elementsFromPoint(clientX, clientY).flatMap((under) => things.get(under) ?? [])),
    );
    rect.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter' || key === ' ') show([things.get(rect)]);
    });
    group.append(rect);
    if (layer.label) tags.append(tagAt(thing.box, layer.label(thing)));
  }
  layers.append(group);
  page.append(tags);

  const toggle = element('label', { class: `toggle ${layer.name}` });
  toggle.classList.toggle('empty', layer.things.length === 0);
  const box = element('input', { type: 'checkbox' });
  const change = () => {
    group.toggleAttribute('hidden', !box.checked);
    tags.toggleAttribute('hidden', !box.checked);
  };
  box.checked = evidence.shown.includes(layer.name);
  box.addEventListener('change', change);
  change();
  switches.set(layer.name, { box, change });
  toggle.append(box, element('i'), element('span', {}, layer.title), element('output', {}, String(layer.count ?? layer.things.length)));
  toggles.append(toggle);
}

/** Compatible forms of a character, its cases and the width of blanks are one to who looks for it. */
function plain(text) {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

document.getElementById('find').addEventListener('input', ({ target }) => {
  const wanted = plain(target.value);
  const spans = switches.get('spans');
  // What is found must be seen to be found.
  if (wanted !== '' && !spans.box.checked) {
    spans.box.checked = true;
    spans.change();
  }
  const found = new Map(LAYERS.map(({ name }) => [name, 0]));
  for (const [rect, { layer }] of things) {
    const isFound = rect.dataset.text.includes(wanted);
    rect.classList.toggle('dimmed', !isFound);
    if (isFound) found.set(layer.name, found.get(layer.name) + 1);
  }
  const count = found.get('spans');
  document.getElementById('found').textContent = wanted === '' ? '' : `in ${count} ${count === 1 ? 'span' : 'spans'}`;
});

const zoom = document.getElementById('zoom');
zoom.addEventListener('change', () => {
  page.style.width = zoom.value === 'fit' ? '' : `${zoom.value}%`;
  page.classList.toggle('zoomed', zoom.value !== 'fit');
});
