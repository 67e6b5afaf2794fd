/**
 * In place of `preact/hooks` (vite.config.ts). `@preact/signals` asks them to remember what a component
 * made from one drawing to the next; here a component is drawn once (D5), so there is nothing to keep.
 */
export const useMemo = <T>(make: () => T): T => make();
export const useRef = <T>(current: T): { current: T } => ({ current });
/** Only signals' own hooks run effects, and no component uses those. */
export const useEffect = (): void => {};
