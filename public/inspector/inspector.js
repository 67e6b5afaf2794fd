/** Shows what the page that opened this window tells of its form (contract/inspector.ts). */
const READY = 'paymentWidgets inspector';
const KINDS = {
  answer: 'Gateway',
  callback: 'Your callback',
  console: 'Console',
  shopper: 'Shopper is told',
  policy: 'Blocked by policy',
};
const RESULT_CODE = /\b\d{3}\.\d{3}\.\d{3}\b/;

const find = (id) => document.getElementById(id);
const create = (name, text = '', more = {}) =>
  Object.assign(document.createElement(name), { textContent: text, ...more });

function show(id, nodes) {
  find(id).replaceChildren(...nodes);
  find(id).closest('section').hidden = false;
}

function entryOf([at, kind, what, detail]) {
  const item = create('li');
  item.dataset.kind = kind;
  const time = new Date(at).toISOString().slice(11, 23);
  const [code] = RESULT_CODE.exec(detail) ?? [];
  item.append(
    create('time', time, { dateTime: new Date(at).toISOString() }),
    create('b', KINDS[kind] ?? kind),
    create('span', what),
    ...(detail === '' ? [] : [create('span', detail, { className: 'quiet' })]),
    ...(code
      ? [create('a', 'what it means', { href: `/reference/search?q=${code}`, target: '_blank' })]
      : []),
  );
  return item;
}

/** The answer to the latest report counts. */
let latest = 0;

async function advise(report) {
  latest += 1;
  const own = latest;
  const response = await fetch('/inspector/advice', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  });
  const { advice = [], error } = await response.json();
  if (own !== latest) return;
  const lines = error ? [`This page reports what the inspector cannot read: ${error}`] : advice;
  show(
    'advice',
    (lines.length > 0 ? lines : ['Nothing that the inspector knows of.']).map((line) =>
      create('li', line),
    ),
  );
}

addEventListener('message', ({ source, origin, data }) => {
  if (source !== opener || !Array.isArray(data?.entries) || !data.snapshot) return;
  const { snapshot, entries } = data;
  find('about').textContent = `${origin}, checkout ${snapshot.checkoutId || 'unknown'}`;
  show('brands', [snapshot.brands?.join(', ') || 'None yet: the gateway has not described any.']);
  const more = snapshot.moreBrands ?? [];
  const [summary, names] = find('more-brands').children;
  summary.textContent = `${more.length} more of this checkout, which the page does not name`;
  names.textContent = more.join(', ');
  find('more-brands').hidden = more.length === 0;
  show('log', entries.map(entryOf).reverse());
  void advise(data);
});
// It says nothing of itself, so any page may hear it.
opener?.postMessage(READY, '*');
