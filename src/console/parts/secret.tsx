import { CopyButton } from './copy.tsx';

/** Shows the secret of a new key, which cannot be shown again. */
export function NewSecret({ name, secret }: { readonly name: string; readonly secret: string }) {
  return (
    <div class="secret" role="status">
      <p>
        <strong>This is the secret of “{name}”. It is shown this once.</strong> Keep it where your passwords
        are: the service has only its hash, and cannot tell it again.
      </p>
      <div class="line">
        <code class="secret-text">{secret}</code>
        <CopyButton text={secret} what="the secret" />
      </div>
    </div>
  );
}
