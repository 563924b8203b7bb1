import { Dice } from './dice.ts'

type Names = readonly [string, ...string[]]
type Culture = {
  /** How many of a hundred people have such a name. */
  share: number
  given: Names
  family: Names
  /** Some write the family name first, with or without a space. */
  write: (given: string, family: string) => string
}

const names = (text: string): Names => text.split(' ') as unknown as Names
const givenFirst = (given: string, family: string): string => `${given} ${family}`
const familyFirst = (given: string, family: string): string => `${family} ${given}`
const together = (given: string, family: string): string => `${family}${given}`

const CULTURES: readonly Culture[] = [
  {
    share: 27,
    given: names('Alice Ben Clara Daniel Edith Frank Grace Henry Isla Jack Kate Liam Molly Noah Olive Peter Rose Tom'),
    family: names('Archer Bishop Carter Dawson Fletcher Harper Hughes Mason Miller Parker Reed Shaw Turner Walsh'),
    write: givenFirst,
  },
  {
    share: 11,
    given: names('Lucía Mateo Sofía Diego Inés Andrés Valentina Joaquín Ximena Tomás Renata Íñigo'),
    family: names('García Muñoz Ibáñez Castaño Ríos Peña Vargas Quintero Núñez Salazar'),
    write: givenFirst,
  },
  {
    share: 9,
    given: names('Anna Jürgen Käthe Lukas Mareike Stefan Sören Ulrike Björn Greta'),
    family: names('Bäcker Fuchs Groß Krämer Lehmann Möller Schäfer Vogel Weiß Zöllner'),
    write: givenFirst,
  },
  {
    share: 8,
    given: names('Camille Élodie François Hélène Jérôme Noémie Rémi Théo Zoé Yann'),
    family: names('Baudry Chevalier Delaunay Faure Lefèvre Mercier Perrin Rousseau'),
    write: givenFirst,
  },
  {
    share: 7,
    given: names('Aarav Diya Ishaan Kavya Meera Nikhil Priya Rohan Saanvi Vikram'),
    family: names('Bhatt Chopra Desai Iyer Kapoor Menon Nair Rao Sharma Verma'),
    write: givenFirst,
  },
  {
    share: 6,
    given: names('Ana Bruno Caio Débora João Letícia Luísa Thiago'),
    family: names('Almeida Barros Conceição Ferrão Magalhães Simões Teixeira'),
    write: givenFirst,
  },
  {
    share: 5,
    given: names('Анна Борис Вера Григорий Дарья Илья Марина Павел Юлия'),
    family: names('Белов Громов Ковальчук Лебедь Мельник Орлов Соколенко Шевчук'),
    write: givenFirst,
  },
  {
    share: 5,
    given: names('伟 芳 静 磊 敏 洋 娜 志强 晓明 雨桐'),
    family: names('王 李 张 刘 陈 杨 赵 周 欧阳'),
    write: together,
  },
  {
    share: 4,
    given: names('陽子 健太 美咲 蓮 さくら 大輔 結衣 悠真'),
    family: names('佐藤 高橋 渡辺 小林 山口 森田 長谷川'),
    write: familyFirst,
  },
  {
    share: 4,
    given: names('أحمد فاطمة يوسف ليلى عمر مريم سمير هدى'),
    family: names('الحداد النجار منصور خليل السيد حسن'),
    write: givenFirst,
  },
  {
    share: 4,
    given: names('Adaeze Chidi Folake Kwame Ngozi Sipho Thandiwe Wanjikũ'),
    family: names('Adeyemi Boateng Dlamini Kamau Mensah Okafor Ọlátúnjí'),
    write: givenFirst,
  },
  {
    share: 3,
    given: names('민준 서연 지우 하은 도윤 예진'),
    family: names('김 이 박 최 정 강'),
    write: together,
  },
  {
    share: 3,
    given: names('Ayşe Çağla Emre İbrahim Şule Oğuz'),
    family: names('Aydın Çelik Güneş Öztürk Şahin Yıldız'),
    write: givenFirst,
  },
  {
    share: 2,
    given: names('Νίκος Ελένη Γιώργος Κατερίνα Δημήτρης'),
    family: names('Παππάς Αλεξίου Νικολάου Καραγιάννης'),
    write: givenFirst,
  },
  {
    share: 2,
    given: names('דוד נועה יעל אריאל תמר'),
    family: names('כהן לוי מזרחי פרץ ברק'),
    write: givenFirst,
  },
]

const TOTAL = CULTURES.reduce((sum, { share }) => sum + share, 0)

/** The name of the n-th person of a seed. */
export function nameOf(seed: string, number: number): string {
  const dice = new Dice(`${seed} person ${number}`)
  let left = dice.next() * TOTAL
  const culture = CULTURES.find(({ share }) => (left -= share) < 0) ?? CULTURES[0]
  if (culture === undefined) return String(number)
  const name = culture.write(dice.pick(culture.given), dice.pick(culture.family))
  // People who share a name tell themselves apart.
  return dice.happens(0.06) ? `${name} ${1 + dice.below(99)}` : name
}
