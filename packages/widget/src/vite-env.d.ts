declare module '*.css?inline' {
  export const css: string
  export { css as default }
}
/** The file of the core and those that it needs, with hashes in their names. */
declare const __CORE__: readonly string[]
declare const __STYLE__: string
