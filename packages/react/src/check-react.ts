import { version } from 'react';

const OLDEST = 18;

/** @throws where React is older than what the components are made of; npm says so only with a warning. */
export function checkReact(): void {
  if (Number.parseInt(version, 10) >= OLDEST) return;
  throw new Error(
    `@payment-widgets/react needs React ${OLDEST} or later, this page has ${version}: npm install react@latest react-dom@latest, or use @payment-widgets/element`,
  );
}
