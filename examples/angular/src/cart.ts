import { Component } from '@angular/core';

@Component({ template: '<h1>A mug, €92.00</h1>' })
export class Cart {}
