/** Texts that attack the page of the reader; `ran` reports an executed one. */
const ATTACKS = [
  '<script>ran(1)</script>',
  '<img src=x onerror=ran(2)>',
  '<svg onload=ran(3)>',
  '"\'><b>bold</b>',
  'javascript:ran(4)',
  '{{7*7}}<%=7*7%>#{7*7}',
  '<iframe srcdoc="<script>ran(5)</script>">',
  '[link](javascript:ran(6))',
  '\u202Eesrever\u202C \u2066isolated\u2069',
  '\u0001\u200B\uFEFF%00&#0;&lt;i&gt;',
  '<style>*{display:none}</style>',
  '</textarea></title><base href=//evil.example>',
]

/** Long enough to overflow a line, because it cannot wrap. */
const WORD_LENGTH = 160

/**
 * A text that starts with the name of its place, a long word and as many attacks as fit. Each place
 * starts with a different attack.
 */
export function hostileText(place: string, lengthMax: number): string {
  const first = [...place].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % ATTACKS.length
  const attacks = [...ATTACKS.slice(first), ...ATTACKS.slice(0, first)]
  const word = 'W'.repeat(Math.min(WORD_LENGTH, Math.floor(lengthMax / 3)))
  return [word, ...attacks].reduce(
    (text, next) => (text.length + 1 + next.length > lengthMax ? text : `${text} ${next}`),
    place,
  )
}
