/** What the page does to the field, as far as a frame can know, for the merchant alone. */
import {
  addFact,
  type FieldFact,
  type FrameView,
  NO_EVIDENCE,
} from '../../contract/field-evidence.ts';

const LOOK_EVERY_MS = 1000;
/** The least that browsers take. */
const OBSERVER_DELAY_MS = 100;
/** The page looks at the middle of a frame. One that hides more of a field may as well hide it all. */
const HALF = 0.5;

export interface EvidenceKeeper {
  readonly view: (seen: FrameView) => void;
  readonly count: (fact: FieldFact) => void;
  /** As it is sealed. */
  readonly sealed: () => string;
}

/** Of this checkout and field: a page that has the frame loaded again takes nothing back. */
const KEY = location.pathname;

/** Nothing where the browser keeps nothing for frames of other sites. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

export function keepEvidence(input: HTMLInputElement): EvidenceKeeper {
  let own = NO_EVIDENCE;
  /** Read anew each time: the page may have put in several frames of this field. */
  const evidence = () => storage()?.getItem(KEY) ?? own;
  let view: FrameView = 'clear';
  /** What is clipped away nothing lies over, whatever the page finds in its place. */
  let isInSight = true;
  /** By the browser, where it can tell (IntersectionObserver v2). */
  let isUnseen = false;
  let wasCovered = false;

  const count = (fact: FieldFact) => {
    own = addFact(evidence(), fact);
    storage()?.setItem(KEY, own);
  };

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { intersectionRatio, isVisible } of entries as VisibilityEntry[]) {
        isInSight = intersectionRatio >= HALF;
        isUnseen = isVisible === false;
      }
    },
    {
      trackVisibility: true,
      delay: OBSERVER_DELAY_MS,
      threshold: HALF,
    } as IntersectionObserverInit,
  );
  // Not the input: a page may draw that with opacity (`iframeStyles`).
  observer.observe(document.body);

  // Twice in a row: what passes within a second is an animation, or the page's word was on its way.
  setInterval(() => {
    // A browser takes longer to open its storage than to seal: it has done so when the shopper pays.
    own = evidence();
    // While the payment runs, the bank's question lies over the form.
    const isUsed = isInSight && !input.readOnly && !document.hidden;
    const isCovered = isUsed && (view === 'covered' || (isUnseen && view === 'clear'));
    if (isCovered && wasCovered) count('covered');
    wasCovered = isCovered;
  }, LOOK_EVERY_MS);

  return {
    view(told) {
      view = told;
    },
    count,
    sealed: evidence,
  };
}

/** Version 2 of the observer, which the types do not know yet. */
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}
