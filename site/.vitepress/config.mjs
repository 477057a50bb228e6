import { defineConfig } from 'vitepress';
import { anchorOf } from '../anchors.mjs';
import { BASE } from '../base.mjs';
import { GLOSSARY, termSections } from '../glossary.mjs';
import { docsSidebar, reportsSidebar } from '../navigation.mjs';

export default defineConfig({
  title: 'tidemark',
  description: 'Autoscaling simulator and capacity planner for a serverless Postgres service.',
  lang: 'en',
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  base: BASE,
  // A file of its own, because the build computes the base path in scripts only.
  metaChunk: true,
  // One page after another, so that the index of the search has the same order each time.
  buildConcurrency: 1,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}icon.svg` }]],
  markdown: {
    anchor: { slugify: anchorOf },
    // Keywords of the usual light theme are too pale on the grey of a code block.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Lab', link: '/lab.html', target: '_self', noIcon: true },
      { text: 'Docs', link: '/docs/', activeMatch: '^/(docs|src|examples)/' },
      { text: 'Gallery', link: '/reports/', activeMatch: '^/reports/' },
    ],
    sidebar: { '/reports/': reportsSidebar(), '/': docsSidebar() },
    outline: { level: [2, 3] },
    docFooter: { prev: false, next: false },
    search: { provider: 'local', options: { _render: searchedText } },
  },
  // Pictures keep their addresses, so the gallery and the reports share them.
  vue: { template: { transformAssetUrls: false } },
  vite: { plugins: [outlineThatEnds()] },
});

/** Returns what the search reads of a page. */
function searchedText(text, env, md) {
  const page = md.render(text, env);
  if (env.frontmatter?.search === false) return '';
  return env.relativePath === GLOSSARY ? page + termSections(text, md) : page;
}

/** A navigation can remove the outline of a page before its last scroll event, which then fails. This ends the event instead. */
function outlineThatEnds() {
  const start = 'function activateLink(hash) {';
  return {
    name: 'outline-that-ends',
    transform(code, id) {
      if (!id.endsWith('/theme-default/composables/outline.js')) return;
      if (!code.includes(start))
        throw new Error('VitePress has another outline: does it still need this change?');
      return { code: code.replace(start, `${start} if (marker.value === null) return;`), map: null };
    },
  };
}
