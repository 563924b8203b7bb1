import { scryptSync, timingSafeEqual } from 'node:crypto'

/** Sample people; everybody's password is their first name. A real app keeps salts and hashes, and these nowhere. */
const PEOPLE = [
  { id: 'u1', name: 'Mara Lindqvist', email: 'mara@example.org', team: null, isLead: true },
  { id: 'u2', name: 'Tom Adeyemi', email: 'tom@example.org', team: 'north', isLead: false },
  { id: 'u3', name: 'Ines Carvalho', email: 'ines@example.org', team: 'south', isLead: false },
]

const hashOf = (password, { id }) => scryptSync(password, id, 32)
const users = PEOPLE.map((user) => ({ ...user, hash: hashOf(firstNameOf(user), user) }))

export function firstNameOf({ name }) {
  return name.split(' ')[0].toLowerCase()
}

export const samples = PEOPLE

export const userOf = (id) => users.find((user) => user.id === id) ?? null

export function checkPassword(name, password) {
  const user = users.find((one) => firstNameOf(one) === name.trim().toLowerCase())
  return user !== undefined && timingSafeEqual(hashOf(password, user), user.hash) ? user : null
}
