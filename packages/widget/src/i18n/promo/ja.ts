import type { PromoCatalogue } from '../catalogue.ts'

export const ja: PromoCatalogue = {
  'promo.label': '広告',
  'promo.of': '広告{number}：{name}',
  'promo.why': 'この広告が表示される理由',
  'promo.hide': 'この広告を非表示にする',
  'promo.privacy': 'プライバシーについて',
  'why.page': 'このページの内容に合わせて選ばれました。あなたについて知られていることはなく、何も保存されません。',
  'why.counted': 'このページの内容に合わせて選ばれました。表示しすぎないように、ご覧になった回数を数えています。',
  'why.own': 'このサイト自身のもので、誰も料金を払っていません。',
}
