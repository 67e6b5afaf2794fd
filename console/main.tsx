/** Starts the console: its language, its look, its page. */
import './style/index.css';
import { render } from 'preact';
import { followLinks } from './address/address.ts';
import { applyLook } from './shell/look.ts';
import { App } from './start/app.tsx';
import { speak } from './words/language.ts';

applyLook();
followLinks();
await speak();
const root = document.querySelector('#console');
if (root) render(<App />, root);
