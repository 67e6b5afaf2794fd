/** Buttons that keep the focus of who has no pointer. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface ButtonProps {
  readonly isOff: boolean;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
  readonly label?: string;
}

/** One that cannot always be pressed: `disabled` would take the focus from it just as it has been. */
export const Button = ({ isOff, onPress, children, label }: ButtonProps) => (
  <button
    type="button"
    aria-disabled={isOff}
    aria-label={label}
    onClick={() => {
      if (!isOff) onPress();
    }}
  >
    {children}
  </button>
);

interface EarlierProps {
  readonly name: string;
  /** Where it stands in its list. */
  readonly at: number;
  readonly onPress: () => void;
}

/** Moves something up in its list, and goes along: an element that is moved loses the focus. */
export function Earlier({ name, at, onPress }: EarlierProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    if (isPressed.current) button.current?.focus();
    isPressed.current = false;
  }, [at]);
  return (
    <button
      type="button"
      ref={button}
      aria-label={`${name} earlier`}
      aria-disabled={at === 0}
      onClick={() => {
        if (at === 0) return;
        isPressed.current = true;
        onPress();
      }}
    >
      ↑
    </button>
  );
}
