/** What runs in the page that is looked at, as text: it is told to a browser, not to Node.js. */

/** Before everything else: keeps what policies refuse, and in the page what the form's script changes later. */
export const RECORDER = `(() => {
  const seen = (window.__paymentDoctor = { elements: [], violations: [] });
  document.addEventListener('securitypolicyviolation', (event) => {
    seen.violations.push({
      directive: event.effectiveDirective,
      blocked: event.blockedURI,
      isReportOnly: event.disposition === 'report',
    });
  });
  if (window !== window.top) return;
  const known = new Map();
  const note = (element) => {
    const name = element.getAttribute('class') ?? '';
    if (known.has(element) || !/payment|wid?get/i.test(name) || /(^| )wpwl/.test(name)) return;
    if (seen.elements.length >= 50) return;
    const facts = {
      tag: element.tagName.toLowerCase(),
      className: name,
      action: element.getAttribute('action'),
      brands: element.getAttribute('data-brands') ?? element.textContent.trim(),
    };
    known.set(element, facts);
    seen.elements.push(facts);
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes) {
        if (node.nodeType === 1) {
          note(node);
          node.querySelectorAll('[class]').forEach(note);
        }
        const facts = known.get(target);
        if (node.nodeType === 3 && facts && facts.brands === '') facts.brands = node.data.trim();
      }
    }
  }).observe(document, { childList: true, subtree: true });
})();`;

/** Until the number's frame is there, or nothing more is to be expected: milliseconds, or null. */
export const fieldThere = (withinMs: number): string => `new Promise((resolve) => {
  const look = () => document.querySelector('iframe[name="card.number"]');
  const done = () => resolve(look() ? performance.now() : null);
  if (look()) return done();
  const observer = new MutationObserver(() => {
    if (!look()) return;
    observer.disconnect();
    done();
  });
  observer.observe(document, { childList: true, subtree: true });
  setTimeout(done, ${withinMs});
})`;

/** Until the form has its data, and has not changed for a moment: then it is drawn. */
export const formDrawn = (withinMs: number): string => `new Promise((resolve) => {
  const began = performance.now();
  let changed = began;
  const observer = new MutationObserver(() => { changed = performance.now(); });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
  const hasData = () => performance.getEntriesByType('resource').some(
    ({ name }) => /\\/v1\\/checkouts\\/[^/]+\\/form/.test(name));
  const look = () => {
    const now = performance.now();
    if ((hasData() && now - changed > 300) || now - began > ${withinMs}) {
      observer.disconnect();
      resolve(true);
    } else setTimeout(look, 50);
  };
  look();
})`;

/** Within a field's frame: until it can be typed in. By a timer: a frame that is out of sight is not painted. */
export const inputThere = (withinMs: number): string => `new Promise((resolve) => {
  const began = performance.now();
  const look = () => {
    if (document.querySelector('input')) resolve(true);
    else if (performance.now() - began > ${withinMs}) resolve(false);
    else setTimeout(look, 20);
  };
  look();
})`;

/** In the page: until the frame has the focus, which a click in another process takes a moment to give. */
export const FOCUSED = `new Promise((resolve) => {
  const began = performance.now();
  const look = () => {
    const isThere = document.activeElement?.name === 'card.number';
    if (isThere || performance.now() - began > 1000) resolve(isThere);
    else setTimeout(look, 20);
  };
  setTimeout(look, 20);
})`;

/** Within a field's frame: what stands there once as many digits have come, or no more come. */
export const valueWithin = (digits: number, withinMs: number): string => `new Promise((resolve) => {
  const began = performance.now();
  const look = () => {
    const value = document.querySelector('input')?.value.replace(/\\D/g, '') ?? '';
    if (value.length >= ${digits} || performance.now() - began > ${withinMs}) resolve(value);
    else setTimeout(look, 20);
  };
  look();
})`;

/** Brings the number's field into view; answers its middle, in the window. */
export const NUMBER_IN_VIEW = `(() => {
  const frame = document.querySelector('iframe[name="card.number"]');
  frame.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = frame.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
})()`;

export const DOCUMENT = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const described = (element) => {
    if (!element) return 'nothing';
    const { tagName, id, className } = element;
    return '<' + tagName.toLowerCase() + (id ? ' id="' + id + '"' : '') +
      (typeof className === 'string' && className ? ' class="' + className + '"' : '') + '>';
  };
  const frameOf = (frame) => {
    frame.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = frame.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isShown = width > 0 && height > 0 && frame.checkVisibility({ visibilityProperty: true });
    const over = document.elementFromPoint(x, y);
    const isCovered = isShown && over !== frame && !(over && over.closest('label, .wpwl-wrapper')?.contains(frame));
    return { name: frame.name, src: frame.src, isShown, coveredBy: isCovered ? described(over) : '' };
  };
  return {
    scripts: all('script[src]').map((script) => ({
      src: script.src,
      integrity: script.integrity,
      crossorigin: script.getAttribute('crossorigin'),
      isAsync: script.async || script.defer || script.type === 'module',
      isInHead: script.parentElement === document.head,
    })),
    preconnects: all('link[rel~="preconnect"]').map((link) => link.href),
    metaPolicies: all('meta[http-equiv="Content-Security-Policy" i]').map((meta) => meta.content),
    // Of several the last one counts.
    viewport: all('meta[name="viewport"]').at(-1)?.content ?? '',
    containers: all('.wpwl-container').length,
    forms: all('form.wpwl-form').length,
    offered: [...new Set(all('select.wpwl-control-brand option').map((option) => option.value).concat(
      all('[class*="wpwl-brand-"], [class*="wpwl-container-"]').flatMap((element) =>
        [...element.classList].flatMap((name) => /^wpwl-(?:brand|container-\\w+|container)-([A-Z][A-Z0-9_]+)$/.exec(name)?.[1] ?? []))))],
    frames: all('iframe[name="card.number"], iframe[name="card.cvv"]').map(frameOf),
  };
})()`;

/** @param source of axe-core */
export const axeRun = (source: string): string => `(async () => {
  ${source};
  const { violations } = await window.axe.run(
    { exclude: [['.wpwl-container'], ['iframe']] },
    { iframes: false, resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
  );
  return violations.map(({ id, impact, help, nodes }) => ({
    id, impact: impact ?? 'minor', help, targets: nodes.slice(0, 3).map(({ target }) => String(target[0])),
  }));
})()`;

export const SEEN = `window.__paymentDoctor ?? { elements: [], violations: [] }`;
