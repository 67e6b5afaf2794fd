export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  css: ['~~/../shop.css'],
  app: { head: { title: 'A mug', htmlAttrs: { lang: 'en' } } },
  telemetry: false,
});
