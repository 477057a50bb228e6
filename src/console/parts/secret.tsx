import { CopyButton } from './copy.tsx';

/** Shows the secret of a new key, which cannot be shown again. */
export function NewSecret({ name, secret }: { readonly name: string; readonly secret: string }) {
  return (
    <div class="secret" role="status">
      <p>
        <strong>This is the secret of “{name}”. It is shown only once.</strong> Store it with your passwords:
        the service keeps only its hash, and cannot show it again.
      </p>
      <div class="line">
        <code class="secret-text">{secret}</code>
        <CopyButton text={secret} what="the secret" />
      </div>
    </div>
  );
}
