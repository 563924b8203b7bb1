import { randomBytes } from 'node:crypto'

const NAME = 'dashboard-session'
const RULES = 'HttpOnly; SameSite=Lax; Path=/'

/** Who is signed in, as long as the app runs. The cookie is the app's own: Palaver needs none. */
export class Sessions {
  static noCookie = `${NAME}=; Max-Age=0; ${RULES}`
  #users = new Map()

  /** The cookie for somebody who has just signed in. */
  begin(user) {
    const id = randomBytes(24).toString('base64url')
    this.#users.set(id, user)
    return `${NAME}=${id}; ${RULES}`
  }

  userOf(cookies) {
    return this.#users.get(idIn(cookies)) ?? null
  }

  end(cookies) {
    this.#users.delete(idIn(cookies))
  }
}

function idIn(cookies = '') {
  return new RegExp(`(?:^|; )${NAME}=([\\w-]+)`).exec(cookies)?.[1]
}
