/**
 * The bank's question to the shopper, in the page: a frame with a page of the gateway that holds the
 * bank's (D15). In place of the form, or in a frame of the page's own (`paymentTarget`).
 */
import { callBack } from '../../interface/callbacks.ts';
import { option } from '../../interface/options.ts';
import { own } from '../../interface/own-properties.ts';
import { challengeSize } from './challenge-size.ts';

/** Time for the gateway's page to appear; the bank's own time is the gateway's business. */
const APPEARS_WITHIN_MS = 20_000;
/** A page of the gateway says that it is there; one of the browser's own, for want of a network, does not. */
const SPEAKS_WITHIN_MS = 5_000;

/** A message of the gateway's page, without the outcome: the form asks the gateway for that. */
interface Said {
  readonly type?: unknown;
  readonly title?: unknown;
  /** Of the sandbox's wallet. */
  readonly token?: unknown;
}

/** Where the page wants the question; undefined for a frame of ours. */
function ownTarget(): Window | undefined {
  // The page may name a frame that is not there, or a global of another kind.
  const target = (window as unknown as Record<string, Window | undefined>)[option('paymentTarget')];
  return target?.window === target ? target : undefined;
}

/**
 * Asks the shopper, and resolves when that is over.
 * @returns what it gave, or true; false when the gateway's page did not appear, or was lost on the way
 */
export function passChallenge(form: HTMLFormElement, address: string): Promise<unknown> {
  const gateway = new URL(address).origin;
  const target = ownTarget();
  const frame = document.createElement('iframe');
  frame.className = 'wpwl-target';
  frame.name = 'cnpIframe';
  // The gateway's page looks who is around it: some browsers hide that where the page sends no referrer.
  frame.referrerPolicy = 'origin';
  frame.style.cssText = `display:block;border:0;max-width:100%;${challengeSize()}`;
  let hasLoaded = false;
  /** A page of the gateway has said that it is there, and not that it leaves. */
  let isThere = false;

  return new Promise((resolve) => {
    const end = (answer: unknown) => {
      clearTimeout(timer);
      clearTimeout(silence);
      removeEventListener('message', hear);
      frame.remove();
      form.style.removeProperty('display');
      form['pay']?.focus?.();
      resolve(answer);
    };
    let silence: ReturnType<typeof setTimeout> | undefined;
    let timer = setTimeout(end, APPEARS_WITHIN_MS, false);
    const hear = ({ origin, source, data: said }: MessageEvent<Said | undefined>) => {
      if (origin !== gateway || source !== (target ?? frame.contentWindow)) return;
      const data = own(said);
      if (data.type === 'opened') {
        isThere = true;
        clearTimeout(timer);
        clearTimeout(silence);
        frame.title = String(data.title);
      }
      if (data.type === 'left') {
        isThere = false;
        clearTimeout(timer);
        timer = setTimeout(end, APPEARS_WITHIN_MS, false);
      }
      if (data.type === 'over') end(data.token ?? true);
    };
    addEventListener('message', hear);
    frame.onload = () => {
      clearTimeout(silence);
      if (!isThere) silence = setTimeout(end, SPEAKS_WITHIN_MS, false);
      if (hasLoaded) return;
      hasLoaded = true;
      frame.focus();
      callBack('onLoadThreeDIframe', frame);
    };
    if (target) {
      open(address, option('paymentTarget'));
      return;
    }
    frame.src = address;
    form.style.setProperty('display', 'none', 'important');
    form.after(frame);
    // A form that was taller has gone from above: the question must not be out of sight.
    frame.scrollIntoView({ block: 'nearest' });
  });
}
