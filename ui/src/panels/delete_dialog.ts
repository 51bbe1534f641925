/** The one dialog of the page: a deleted run cannot come back. */

import { button, h } from '../dom.ts'

export function askDelete(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = h('dialog', { 'aria-label': `Delete ${name}?` })
    const close = (answer: boolean) => (): void => {
      dialog.close()
      dialog.remove()
      resolve(answer)
    }
    dialog.append(
      h('p', {}, `Delete “${name}” and its file? This cannot be undone.`),
      h('div', { class: 'row' }, button('Keep it', close(false)), button('Delete', close(true), { class: 'danger', id: 'confirm-delete' })))
    dialog.addEventListener('cancel', close(false))
    document.body.append(dialog)
    dialog.showModal()
  })
}
