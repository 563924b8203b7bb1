import type { JSX } from 'preact'
import { later } from '../thread/parts/later.tsx'
import { Around, type Desk } from './around.ts'
import type { Options, View } from './attributes.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { Loading } from './parts/phases.tsx'
import { Tree } from './tree/tree.tsx'

const LATER = {
  picker: async () => (await import('./picker/picker.tsx')).Picker,
  page: async () => (await import('./page/page.tsx')).Page,
}
const Picker = later(LATER.picker)
const Page = later(LATER.page)

/** Asks for what a view needs besides; fails where that does not come. */
export const loadView = async (view: View): Promise<void> => {
  if (view === 'picker' || view === 'page') await LATER[view]()
}

/** What the element is asked to show. */
export function Views({ desk, options }: { desk: Desk; options: Options }): JSX.Element {
  const { words } = desk
  const { view, tree } = options
  return (
    <Around.Provider value={{ desk, words, options }}>
      <div class="topics" part="topics" lang={words.locale} dir={words.dir} key={`${view} ${tree}`}>
        {view === 'tree' && <Tree />}
        {view === 'breadcrumb' && <Breadcrumb />}
        {view === 'picker' && <Picker instead={<Loading />} />}
        {view === 'page' && <Page instead={<Loading />} />}
      </div>
    </Around.Provider>
  )
}
