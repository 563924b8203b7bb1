import { EXIT } from '../../problem.ts'
import { command } from '../command.ts'
import { showProgress } from '../progress.ts'
import { withContext } from '../with-context.ts'

export const renderCommand = command({
  name: 'render',
  description:
    'Renders the text of comments again that an older version has rendered; can be interrupted and run again',
  args: { json: { type: 'boolean', description: 'Write JSON' } },
  run: async ({ json }) => {
    const show = showProgress(process.stderr)
    const done = await withContext(({ comments }) =>
      comments.renderAll((done, total) => show({ task: 'Rendering comments', done, total })),
    )
    const text = `${done.comments} comments in ${done.discussions} discussions, ${done.rendered} rendered again.\n`
    process.stdout.write(json === true ? `${JSON.stringify(done)}\n` : text)
    return EXIT.ok
  },
})
