import type { PromoCatalogue } from '../catalogue.ts'

export const ar: PromoCatalogue = {
  'promo.label': 'إعلان',
  'promo.of': 'إعلان {number}: {name}',
  'promo.why': 'لماذا هذا الإعلان؟',
  'promo.hide': 'إخفاء هذا الإعلان',
  'promo.privacy': 'عن الخصوصية',
  'why.page': 'اختير بحسب موضوع هذه الصفحة. لا يُعرف عنك شيء، ولا يُحفظ شيء.',
  'why.counted': 'اختير بحسب موضوع هذه الصفحة. وحتى لا تراه كثيرًا، يُحسب عدد المرات التي رأيته فيها.',
  'why.own': 'هو من هذا الموقع نفسه، ولم يدفع أحد مقابله.',
}
