import { Search } from 'lucide-react'
import { useState } from 'react'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { FileListPicker, FilePicker } from '#pwa/ui/file-picker.tsx'
import { PasswordInput } from '#pwa/ui/password-input.tsx'
import { PhotoPicker } from '#pwa/ui/photo-picker.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { Select } from '#pwa/ui/select.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import { Section } from './section.tsx'

export function FormsSection() {
  return (
    <Section title="Forms">
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        <OrderForm />
        <TextFields />
        <Choices />
        <Files />
      </div>
    </Section>
  )
}

function OrderForm() {
  const [side, setSide] = useState<'buy' | 'sell'>('buy')
  const [amount, setAmount] = useState('')
  return (
    <Card title="Amounts">
      <div className="flex flex-col gap-4">
        <SegmentedControl
          label="Side"
          value={side}
          onValueChange={setSide}
          options={[
            { value: 'buy', label: 'Buy', tone: 'up' },
            { value: 'sell', label: 'Sell', tone: 'down' },
          ]}
        />
        <Field label="Amount" aside={<span className="num">Available 1.25000001 BTC</span>}>
          <AmountInput unit="BTC" max="1.25000001" value={amount} onValueChange={setAmount} />
        </Field>
        <Field label="Price" error="The price must be above 0">
          <AmountInput unit="USDT" value="0" onValueChange={() => undefined} />
        </Field>
      </div>
    </Card>
  )
}

function TextFields() {
  return (
    <Card title="Text">
      <div className="flex flex-col gap-4">
        <Field label="Email" hint="We send a confirmation there.">
          <TextInput type="email" autoComplete="off" placeholder="you@example.com" />
        </Field>
        <Field label="Password" error="Use at least 6 characters">
          <PasswordInput autoComplete="off" defaultValue="abc" />
        </Field>
        <Field label="Search" labelHidden>
          <TextInput placeholder="Search coins" leading={<Search className="size-4" />} />
        </Field>
        <Field label="Notes" optional>
          <Textarea placeholder="What the reviewer should know" />
        </Field>
      </div>
    </Card>
  )
}

function Choices() {
  const [on, setOn] = useState(true)
  return (
    <Card title="Choices and files">
      <div className="flex flex-col gap-4">
        <Field label="Network">
          <Select defaultValue="trc20">
            <option value="trc20">TRC20</option>
            <option value="erc20">ERC20</option>
          </Select>
        </Field>
        <Checkbox label="I have read and accept the terms" defaultChecked />
        <Switch
          label="Push notifications"
          hint="On this device"
          checked={on}
          onCheckedChange={setOn}
        />
      </div>
    </Card>
  )
}

function Files() {
  const [file, setFile] = useState<File>()
  const [photo, setPhoto] = useState<File>()
  const [files, setFiles] = useState<readonly File[]>(() => [
    new File(['a'], 'statement.pdf', { type: 'application/pdf' }),
    new File(['b'], 'a-name-that-is-far-too-long-for-the-width-of-a-phone.txt'),
  ])
  const problemOf = ({ name }: File) =>
    name.endsWith('.txt') ? `File "${name}" is not a PDF.` : undefined
  return (
    <Card title="Files">
      <div className="flex flex-col gap-4">
        <Field label="Screenshot of the transfer">
          <FilePicker accepts="image" bytesMax={5_000_000} file={file} onFileChange={setFile} />
        </Field>
        <Field label="Front of the card">
          <PhotoPicker
            subject="Front of the card"
            camera="environment"
            bytesMax={5_000_000}
            file={photo}
            onFileChange={setPhoto}
          />
        </Field>
        <Field label="Documents" optional>
          <FileListPicker
            accepts="document"
            bytesMax={1_000_000}
            countMax={4}
            files={files}
            onFilesChange={setFiles}
            problemOf={problemOf}
          />
        </Field>
      </div>
    </Card>
  )
}
