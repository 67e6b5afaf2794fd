/** A table that scrolls by itself where it is wider than its place, and can be scrolled by keyboard then. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Props {
  /** Its name for screen readers. */
  readonly name: string;
  readonly children: ComponentChildren;
}

export function Table({ name, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const look = () => setScrolls(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  const scrolling = scrolls
    ? { tabIndex: 0, role: 'group' as const, 'aria-label': name }
    : undefined;
  return (
    <div class="table" ref={place} {...scrolling}>
      <table aria-label={name}>{children}</table>
    </div>
  );
}
