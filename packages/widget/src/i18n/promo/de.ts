import type { PromoCatalogue } from '../catalogue.ts'

export const de: PromoCatalogue = {
  'promo.label': 'Anzeige',
  'promo.of': 'Anzeige {number}: {name}',
  'promo.why': 'Warum diese Anzeige?',
  'promo.hide': 'Diese Anzeige ausblenden',
  'promo.privacy': 'Zum Datenschutz',
  'why.page':
    'Sie wurde danach ausgesucht, worum es auf dieser Seite geht. Über dich ist nichts bekannt, und nichts wird behalten.',
  'why.counted':
    'Sie wurde danach ausgesucht, worum es auf dieser Seite geht. Damit du sie nicht zu oft siehst, wird gezählt, wie oft du sie gesehen hast.',
  'why.own': 'Sie ist von dieser Website selbst, und niemand hat dafür bezahlt.',
}
