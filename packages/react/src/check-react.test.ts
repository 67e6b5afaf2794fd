import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { PaymentElement } from './components.ts';

vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  version: '17.0.2',
}));

it('a React that is too old is named, with what to do', () => {
  const form = createElement(PaymentElement, {
    gateway: 'https://gateway.example',
    checkoutId: '1',
  });
  expect(() => renderToStaticMarkup(form)).toThrow(
    /needs React 18 or later, this page has 17\.0\.2: npm install react@latest/,
  );
});
