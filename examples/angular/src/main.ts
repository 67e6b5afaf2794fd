import { bootstrapApplication } from '@angular/platform-browser';
import { provideRouter, withComponentInputBinding } from '@angular/router';
import '@payment-widgets/element';
import { App } from './app';
import { Cart } from './cart';
import { createCheckout, Pay } from './pay';
import { Result, readPayment } from './result';

const routes = [
  { path: '', component: Cart },
  { path: 'pay', component: Pay, resolve: { checkout: createCheckout } },
  { path: 'result', component: Result, resolve: { payment: readPayment } },
];

bootstrapApplication(App, {
  providers: [provideRouter(routes, withComponentInputBinding())],
}).catch(console.error);
