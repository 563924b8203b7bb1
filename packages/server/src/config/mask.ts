const ADDRESS = /^(mongodb(?:\+srv)?:\/\/)(?:.*@)?([^@/?]+)(\/[^?]*)?(?:\?(.*))?$/
const SECRET_OPTION = /pass|secret|token|key|authMechanismProperties/i

/** A database address without what would let one in; what does not read as an address is hidden whole. */
export function maskSecret(address: string): string {
  if (address === '') return ''
  const match = ADDRESS.exec(address)
  if (match === null) return '***'
  const [, scheme = '', hosts = '', database = '', options] = match
  const credentials = address.includes('@') ? '***@' : ''
  return `${scheme}${credentials}${hosts}${database}${options === undefined ? '' : `?${maskOptions(options)}`}`
}

function maskOptions(options: string): string {
  return options
    .split('&')
    .map((option) => (SECRET_OPTION.test(option) ? `${option.split('=')[0]}=***` : option))
    .join('&')
}
