/** Starts the playground: what is shown is in the address. */
import './style/index.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { followAddress } from './design/follow-address.ts';

followAddress();
const root = document.querySelector('#playground');
if (root) render(<App />, root);
