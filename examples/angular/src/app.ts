import { Component } from '@angular/core';
import { RouterLink, RouterOutlet } from '@angular/router';

@Component({
  selector: 'shop-root',
  imports: [RouterLink, RouterOutlet],
  template: `
    <nav>
      <a routerLink="/">Cart</a>
      <a routerLink="/pay">Pay</a>
    </nav>
    <main><router-outlet /></main>
  `,
})
export class App {}
