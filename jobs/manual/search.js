// Search in the manual. The index is a script, so the search also works without a server. It is loaded when the field gets the focus.
// A row of the index is [title of the page, heading, address, text]. If the browser runs no scripts, the field is hidden.
const root = document.currentScript.dataset.root;
const form = document.querySelector('form[role=search]');
const field = form.querySelector('input');
const list = document.getElementById('_results');
let rows = null;
let requested = false;

// Called by search-index.js.
function searchIndex(index) {
  rows = index.map(row => ({row, head: (row[0] + ' ' + row[1]).toLowerCase(), text: row[3].toLowerCase()}));
  show();
}

function load() {
  if (requested) return;
  requested = true;
  const script = document.createElement('script');
  script.src = root + 'search-index.js';
  document.head.append(script);
}

// Returns the points of an entry: 0 if the entry lacks a word. Words in headings have more points than words in the text.
function score(entry, words) {
  let sum = 0;
  for (const word of words) {
    const inHead = entry.head.includes(word);
    if (!inHead && !entry.text.includes(word)) return 0;
    sum += inHead ? 10 : 1;
  }
  return sum;
}

function find(query) {
  const words = query.toLowerCase().split(/\s+/).filter(word => word);
  if (!words.length) return [];
  return rows.map(entry => ({entry, points: score(entry, words)})).filter(hit => hit.points)
    .sort((a, b) => b.points - a.points).slice(0, 20).map(hit => excerpt(hit.entry, words[0]));
}

function excerpt(entry, word) {
  const near = Math.max(0, entry.text.indexOf(word) - 60);
  const at = near && entry.text.indexOf(' ', near) + 1;
  return {title: entry.row[0], heading: entry.row[1], address: entry.row[2], text: entry.row[3].slice(at, at + 160)};
}

function item(hit) {
  const line = document.createElement('li');
  const link = document.createElement('a');
  link.href = root + hit.address;
  link.textContent = hit.title === hit.heading ? hit.title : hit.title + ': ' + hit.heading;
  const text = document.createElement('p');
  text.textContent = hit.text;
  line.append(link, text);
  return line;
}

function show() {
  const query = field.value.trim();
  list.hidden = !query;
  if (!query || !rows) return;
  const hits = find(query);
  list.replaceChildren(...hits.map(item));
  if (!hits.length) list.textContent = 'Nothing found.';
}

form.hidden = false;
field.addEventListener('focus', load);
field.addEventListener('input', show);
form.addEventListener('submit', event => {
  event.preventDefault();
  const first = list.querySelector('a');
  if (first) location.href = first.href;
});
list.addEventListener('click', event => { if (event.target.closest('a')) list.hidden = true; });
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== field) { event.preventDefault(); field.focus(); }
  if (event.key === 'Escape') { field.value = ''; show(); }
});
const query = new URLSearchParams(location.search).get('q');
if (query) { field.value = query; load(); }
