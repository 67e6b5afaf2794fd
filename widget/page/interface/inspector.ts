/**
 * `wpwl.inspect()`: tells the inspector of the form. It is a page of the workbench in a window of its
 * own, because a merchant's policy lets no frame of the workbench into the page.
 */
import { INSPECTOR_READY, type PageSnapshot } from '../../../contract/inspector.ts';
import { warn } from './console-note.ts';
import { logged, onRecord } from './inspector-log.ts';
import { merchantOptions } from './options.ts';
import { currentRuntime } from './runtime.ts';

const snapshot = (): PageSnapshot => {
  const { id = '', config } = currentRuntime()?.checkout ?? {};
  return {
    checkoutId: id,
    brands: config?.brandConfig.brands ?? [],
    moreBrands: config?.brandConfig.moreBrands,
    globals: Object.keys(window).filter((name) => /^wpwl/i.test(name)),
    options: Object.entries(merchantOptions()).map(([name, value]) => [
      name,
      value && typeof value === 'object' ? Object.keys(value) : typeof value,
    ]),
    elements: [...document.querySelectorAll('form,script[src],[class*=payment i]')].map(
      (element) => [
        element.localName,
        ...['class', 'action', 'src'].map((name) => element.getAttribute(name) ?? ''),
        element.parentElement?.closest('form')?.className ?? '',
      ],
    ),
  };
};

/** @param address where the gateway leads to the inspector */
export function openInspector(address: string): void {
  const entries = logged();
  const panel = entries && open(address, 'wpwl', 'popup');
  if (!panel) {
    warn('inspect() needs a test checkout, and pop-ups allowed.');
    return;
  }
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== panel || data !== INSPECTOR_READY) return;
    onRecord(() => panel.postMessage({ snapshot: snapshot(), entries }, origin));
  });
}
