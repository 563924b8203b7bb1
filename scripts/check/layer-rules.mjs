/** Which parts of the project each part may use; a package of our own by its name, all others as `npm`. */
const PARTS = {
  scripts: ['scripts'],
  'packages/store': ['packages/store', 'npm'],
  'packages/server/bin': ['scripts'],
  'packages/server': ['packages/server', '@palaver/store', 'npm'],
  'packages/client/scripts': ['packages/client/scripts', 'scripts'],
  'packages/client': ['packages/client'],
  'packages/widget': ['packages/widget', '@palaver/client', 'npm'],
  // As whoever has nothing but Node and an address.
  examples: ['examples'],
  // What is measured is started as `npm start` starts it, and looked at in the browser that the widget's tests use.
  bench: ['bench', 'scripts', 'packages/widget', '@palaver/store', '@palaver/server', 'npm'],
}

/** Inside the server: http, cli -> wiring -> modules -> events -> common. A folder that is not named is a module. */
const LAYERS = ['common', 'events', 'module', 'wiring', 'http', 'cli']
const SERVER = 'packages/server/src/'
const LAYER_OF = {
  cli: 'cli',
  http: 'http',
  'index.ts': 'cli',
  'context.ts': 'wiring',
  'telling.ts': 'wiring',
  'socialising.ts': 'wiring',
  'advertising.ts': 'wiring',
  'collections.ts': 'wiring',
  'counted-engine.ts': 'wiring',
  'open-engine.ts': 'wiring',
  'housekeeping.ts': 'wiring',
  'following.ts': 'wiring',
  events: 'events',
  api: 'common',
  hooks: 'common',
  config: 'common',
  'log.ts': 'common',
  'metrics.ts': 'common',
  'problem.ts': 'common',
  'version.ts': 'common',
  'fault.ts': 'common',
}

/** Says what is wrong with one file's use of another file or package; nothing where all is well. */
export function brokenRule(from, to) {
  if (isTest(from)) return undefined
  if (isTest(to) && from.startsWith('packages/')) return 'only tests and their helpers may use these'
  return brokenPart(from, to) ?? brokenLayer(from, to)
}

function brokenPart(from, to) {
  const part = partOf(from)
  if (part === undefined || to.startsWith('node:')) return undefined
  if (PARTS[part].includes(partOf(to) ?? packageOf(to))) return undefined
  return `${part} may use ${PARTS[part].join(', ')} and Node itself`
}

function brokenLayer(from, to) {
  if (!from.startsWith(SERVER) || !to.startsWith(SERVER)) return undefined
  const [user, used] = [moduleOf(from), moduleOf(to)]
  const [above, below] = [layerOf(user), layerOf(used)]
  if (LAYERS.indexOf(below) > LAYERS.indexOf(above))
    return `${above} may not use ${below}: the direction is http, cli -> modules -> events -> store`
  if (above !== 'module' || below !== 'module' || user === used || to.endsWith('/service.ts')) return undefined
  return "modules meet through each other's service.ts and through events"
}

const partOf = (path) => Object.keys(PARTS).find((part) => path.startsWith(`${part}/`))
/** A package of our own may be used by any of its entries, such as `@palaver/client/live`. */
const packageOf = (name) => /^@palaver\/[^/]+/.exec(name)?.[0] ?? 'npm'
const moduleOf = (path) => path.slice(SERVER.length).split('/')[0]
const layerOf = (name) => LAYER_OF[name] ?? 'module'
const isTest = (path) => /\.(test|fixtures)\.\w+$|\/(testing|conformance)\//.test(path)
