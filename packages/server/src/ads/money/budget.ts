import { Refusal } from '../../api/refusal.ts'
import type { Campaign, Micro, Money } from '../model.ts'

export const blankMoney = (budget: Micro): Money => ({
  left: budget,
  spent: 0,
  days: [],
  flights: [],
  out: [],
  nextClose: null,
})

/** The same campaign with another budget: never with less than what was spent and what nodes have already been given. */
export function rebudgeted({ budget: was, money }: Pick<Campaign, 'budget' | 'money'>, budget: Micro): Money {
  const left = money.left + budget - was
  if (left >= 0) return { ...money, left }
  throw new Refusal('budget-spent', 'So much of the budget is spent or promised already: give it at least that much.', [
    { path: 'budget', message: `must be at least ${budget - left}` },
  ])
}
