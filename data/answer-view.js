// Ties the citations to their marks on the page, and changes between the close view and the whole page.
const page = document.getElementById('page');
const svg = page?.querySelector('svg');
const close = svg?.getAttribute('viewBox');
const whole = page?.dataset.whole;
const switches = [...document.querySelectorAll('[data-view]')];
const marks = [...document.querySelectorAll('#marks rect')];

function see(name) {
  svg.setAttribute('viewBox', name === 'whole' ? whole : close);
  for (const button of switches) button.setAttribute('aria-pressed', String(button.dataset.view === name));
}

const citationsOf = (mark) => mark.dataset.citations.split(' ').filter((one) => one !== '');

/** Whether a mark lies in what is seen now. */
function isSeen(mark) {
  const [x, y, width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const box = mark.getBBox();
  return box.x + box.width > x && box.y + box.height > y && box.x < x + width && box.y < y + height;
}

function choose(citation) {
  for (const item of document.querySelectorAll('#grounds li[data-citation]'))
    item.classList.toggle('chosen', item.dataset.citation === citation);
  for (const mark of marks) {
    const isChosen = citationsOf(mark).includes(citation);
    mark.classList.toggle('chosen', isChosen);
    if (isChosen && !isSeen(mark) && switches.length > 0) see('whole');
  }
}

for (const button of switches) button.addEventListener('click', () => see(button.dataset.view));
for (const button of document.querySelectorAll('button[data-citation]'))
  button.addEventListener('click', () => {
    choose(button.dataset.citation);
    page?.scrollIntoView({ block: 'nearest' });
  });
for (const mark of marks) {
  const [first] = citationsOf(mark);
  if (first === undefined) continue;
  mark.addEventListener('click', () => {
    choose(first);
    document.querySelector('#grounds li.chosen')?.scrollIntoView({ block: 'nearest' });
  });
}
