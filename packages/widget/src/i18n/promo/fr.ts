import type { PromoCatalogue } from '../catalogue.ts'

export const fr: PromoCatalogue = {
  'promo.label': 'Publicité',
  'promo.of': 'Publicité {number}\u00a0: {name}',
  'promo.why': 'Pourquoi cette publicité\u202f?',
  'promo.hide': 'Masquer cette publicité',
  'promo.privacy': 'Vie privée',
  'why.page': 'Elle a été choisie pour le sujet de cette page. On ne sait rien de vous, et rien n’est conservé.',
  'why.counted':
    'Elle a été choisie pour le sujet de cette page. Pour que vous ne la voyiez pas trop souvent, on compte combien de fois vous l’avez vue.',
  'why.own': 'Elle vient de ce site lui-même, et personne ne l’a payée.',
}
