import type { PromoCatalogue } from '../catalogue.ts'

export const es: PromoCatalogue = {
  'promo.label': 'Anuncio',
  'promo.of': 'Anuncio {number}: {name}',
  'promo.why': '¿Por qué este anuncio?',
  'promo.hide': 'Ocultar este anuncio',
  'promo.privacy': 'Sobre la privacidad',
  'why.page': 'Se eligió por el tema de esta página. No se sabe nada de ti ni se guarda nada.',
  'why.counted':
    'Se eligió por el tema de esta página. Para que no lo veas demasiado, se cuenta cuántas veces lo has visto.',
  'why.own': 'Es de este mismo sitio, y nadie ha pagado por él.',
}
