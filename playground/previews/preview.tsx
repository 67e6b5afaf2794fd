/** A frame with a merchant's page, and in it the real form in one of its states. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { LINK_VERSION, writeFields } from '../../contract/design-options.ts';
import { type Design, styleSheetOf, tokensOf, type View } from '../design/design.ts';
import { checkoutFor } from './checkouts.ts';
import { keepFocus } from './keep-focus.ts';
import { reachState } from './reach-state.ts';
import type { FormStateOnShow } from './states.ts';

export interface PreviewProps {
  readonly design: Design;
  readonly state: FormStateOnShow;
  readonly look: Pick<View, 'scheme' | 'width' | 'text'>;
  readonly title: string;
  /** What another design is compared with: what is found in it is not that design's. */
  readonly isOther?: boolean;
  /** The frame, once its form is in the state; again after each change, and when it has another height. */
  readonly onReached?: (frame: HTMLIFrameElement) => void;
}

interface Load {
  readonly address: string;
  readonly given: string;
  /** Of this place. */
  readonly count: number;
}

type Status = 'loading' | 'reached' | 'missed' | 'failed';
const WORDS: Readonly<Record<Status, string>> = {
  loading: 'being made',
  reached: 'is shown',
  missed: 'did not come about',
  failed: 'no checkout: is the gateway running?',
};

/** What a preview reads of the frame that it is in: no link can say it in another design's name. */
export const givenOf = (design: Design): string =>
  JSON.stringify({
    tokens: tokensOf(design),
    languages: design.words,
    styleSheet: styleSheetOf(design),
  });

/**
 * Where the page is, for a design that is loaded anew.
 * @param renewal the checkout that comes after one that is over
 */
export function previewAddress(
  checkout: string,
  { design, state, look }: Pick<PreviewProps, 'design' | 'state' | 'look'>,
  renewal = '',
): string {
  const { brands, locale, layout, labelPosition, density, icons } = design;
  const fields = {
    v: LINK_VERSION,
    checkout,
    renewal,
    brands: (state.brands ?? brands).join(' '),
    locale,
    scheme: look.scheme,
    text: String(look.text),
    layout,
    labelPosition,
    density,
    icons,
    fields: writeFields(design.fields),
    block: state.block ?? '',
    billing: state.hasBilling ? 'shown' : '',
  };
  return `/playground/preview?${new URLSearchParams(fields)}`;
}

/** What a merchant's page has for its scripts. */
interface MerchantWindow extends Window {
  wpwlOptions?: { tokens?: unknown };
  wpwl?: { refresh(): Promise<void> };
  /** Has the design's own rules. */
  designSheet?: CSSStyleSheet;
}

/** What a form does of itself with the focus is done by then, on a slow machine that draws the board, too. */
const FOCUS_MS = 2000;
const PATIENCE_MS = 1000;
/** A text is typed in a second; the form takes it at its beginning only. */
const TYPED_MS = 300;

/** A value once it has not changed for a while. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Changes the look of a page that is there, as its own script would; one at a time, the last one wins. */
function createDresser() {
  let wanted: (() => Promise<void> | undefined) | undefined;
  let isAtWork = false;
  return async (
    frame: HTMLIFrameElement,
    { design, look }: Pick<PreviewProps, 'design' | 'look'>,
  ) => {
    wanted = () => {
      const { contentWindow, contentDocument } = frame;
      const merchant = contentWindow as MerchantWindow | null;
      if (!merchant?.wpwlOptions || !contentDocument) return undefined;
      const root = contentDocument.documentElement;
      root.dataset['scheme'] = look.scheme;
      root.style.fontSize = `${look.text}%`;
      merchant.wpwlOptions.tokens = { ...tokensOf(design) };
      merchant.designSheet?.replaceSync(styleSheetOf(design));
      return merchant.wpwl?.refresh();
    };
    if (isAtWork) return;
    isAtWork = true;
    while (wanted) {
      const next = wanted;
      wanted = undefined;
      // A form that waits for its data is not there to answer.
      await Promise.race([next(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    }
    isAtWork = false;
  };
}

/** As tall as its page, so that nothing scrolls inside of it. */
function followHeight(frame: HTMLIFrameElement): () => void {
  const page = frame.contentDocument;
  if (!page) return () => {};
  const setHeight = () => {
    frame.style.blockSize = `${Math.max(240, Math.ceil(page.body.scrollHeight))}px`;
  };
  // Not within the observer's round, which it would begin anew.
  const watching = new ResizeObserver(() => requestAnimationFrame(setHeight));
  watching.observe(page.body);
  setHeight();
  return () => watching.disconnect();
}

export function Preview(props: PreviewProps) {
  const { design, state, look, title, isOther, onReached } = props;
  const { layout, labelPosition, density, icons, fields, brands, locale } = design;
  const frame = useRef<HTMLIFrameElement>(null);
  const dress = useRef(createDresser());
  const unfollow = useRef(() => {});
  const [load, setLoad] = useState<Load>();
  const [status, setStatus] = useState<Status>('loading');
  /** What a form takes at its beginning only. */
  const words = useSettled(JSON.stringify(design.words));
  const anew = JSON.stringify([
    ...[layout, labelPosition, density, icons, fields],
    ...[brands, locale, words, state.id],
  ]);

  useEffect(() => {
    let isWanted = true;
    setStatus('loading');
    Promise.all([checkoutFor(state), state.isRenewed ? checkoutFor(state) : undefined]).then(
      ([checkout, renewal]) => {
        if (!isWanted) return;
        const address = previewAddress(checkout, props, renewal);
        // Two states may have one address: each is loaded by itself.
        setLoad((before) => ({ address, given: givenOf(design), count: (before?.count ?? 0) + 1 }));
      },
      () => isWanted && setStatus('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [anew]);

  const changed = JSON.stringify([design.tokens, design.styleSheet, look]);
  useEffect(() => {
    const { current } = frame;
    if (!current || status !== 'reached') return;
    void dress.current(current, props).then(() => onReached?.(current));
  }, [changed, status]);

  useEffect(() => {
    const { current } = frame;
    const page = current?.contentDocument;
    if (!onReached || !page || status !== 'reached') return;
    // A font or a style that comes late moves a form in which nobody has changed anything.
    const watching = new ResizeObserver(() => onReached(current));
    watching.observe(page.body);
    return () => watching.disconnect();
  }, [load, status]);

  useEffect(() => () => unfollow.current(), []);

  const onLoad = async () => {
    const { current } = frame;
    if (!current || !load) return;
    unfollow.current();
    unfollow.current = followHeight(current);
    // A payment that is over leads on to the result page.
    if (!current.contentWindow?.location.pathname.endsWith('/preview')) return;
    const letGo = state.act ? keepFocus(current) : () => {};
    const isReached = await reachState(current, state);
    setTimeout(letGo, state.focusMs ?? FOCUS_MS);
    if (frame.current === current) setStatus(isReached ? 'reached' : 'missed');
  };

  return (
    <figure
      class="preview"
      data-state={state.id}
      data-status={status}
      data-other={isOther ? '' : undefined}
    >
      <figcaption>
        {title}{' '}
        <span role="status" class={status === 'reached' ? 'hidden-text' : ''}>
          {WORDS[status]}
        </span>
      </figcaption>
      <section
        class="preview-place"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a small screen it scrolls
        tabIndex={0}
        data-scheme={look.scheme}
        style={{ inlineSize: `${look.width}px` }}
      >
        {load && (
          <iframe
            key={load.count}
            ref={frame}
            data-given={load.given}
            src={load.address}
            title={title}
            onLoad={onLoad}
          />
        )}
      </section>
    </figure>
  );
}
