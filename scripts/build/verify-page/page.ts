import type { ProofReport } from '#scripts/verify-proof/proof-kind.ts'
import { checkProof, isProved } from '#scripts/verify-proof/proof-kinds.ts'

// The script of the page that checks a proof without a network.

const fileInput = elementOf('file', HTMLInputElement)
const keyInput = elementOf('key', HTMLInputElement)
const drop = elementOf('drop', HTMLElement)
const result = elementOf('result', HTMLElement)
let chosen: File | undefined

fileInput.addEventListener('change', () => choose(fileInput.files?.[0]))
keyInput.addEventListener('input', () => void show())
elementOf('form', HTMLElement).addEventListener('submit', (event) => event.preventDefault())
// On the whole page: otherwise the browser would open a file that is dropped outside the field.
for (const type of ['dragover', 'drop', 'dragleave']) {
  addEventListener(type, (event) => {
    event.preventDefault()
    drop.classList.toggle('over', type === 'dragover')
    if (event instanceof DragEvent && type === 'drop') choose(event.dataTransfer?.files[0])
  })
}

function choose(file: File | undefined): void {
  if (!file) return
  chosen = file
  void show()
}

async function show(): Promise<void> {
  const file = chosen
  const key = keyInput.value.trim()
  if (!file) return
  const children = await verdictOn(file, key)
  // Another file or key may have been chosen while this one was checked.
  if (file === chosen && key === keyInput.value.trim()) result.replaceChildren(...children)
}

async function verdictOn(file: File, key: string): Promise<HTMLElement[]> {
  try {
    return shown(await checkProof(await file.text(), key || undefined))
  } catch (error) {
    return [box('bad', made('p', (error as Error).message, 'verdict'))]
  }
}

function shown(report: ProofReport): HTMLElement[] {
  const { title, facts, checks, vkey, isKeyNamed } = report
  const isGood = isProved(report)
  const list = document.createElement('ul')
  for (const check of checks) {
    const item = document.createElement('li')
    item.className = check.isGood ? 'good' : 'bad'
    item.append(made('span', check.isGood ? 'Yes' : 'No', 'verdict'), made('span', check.name))
    list.append(item)
  }
  const values = document.createElement('dl')
  for (const [label, value] of [...facts, ['Key', vkey] as const]) {
    values.append(made('dt', label), made('dd', value))
  }
  const note =
    'The file names this key, and its author has chosen it. Compare it with one you know.'
  return [
    box(
      isGood ? 'good' : 'bad',
      made('h2', title),
      made('p', isGood ? 'Proved' : 'Not proved', 'verdict'),
      list,
      values,
      ...(isKeyNamed ? [] : [made('p', note, 'note')]),
    ),
  ]
}

function box(name: string, ...children: HTMLElement[]): HTMLElement {
  const article = document.createElement('article')
  article.className = name
  article.append(...children)
  return article
}

function made(tag: string, text: string, name = ''): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  if (name) element.className = name
  return element
}

function elementOf<E extends HTMLElement>(id: string, type: new () => E): E {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`the page has no ${id}`)
  return element
}
