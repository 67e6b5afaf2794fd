import { expect, test } from 'vitest';
import { readXml, XmlError } from './read-xml.ts';

test.each([
  ['<a/>', {}, []],
  ['<?xml version="1.0"?><!-- <b> --><a x="1" y=\'"2"\'>t</a>', { x: '1', y: '"2"' }, ['t']],
  ['<n:a>1 &lt; 2 &amp;&#65;&#x42;</n:a>', {}, ['1 < 2 &AB']],
  ['<a><![CDATA[<b>&]]></a>', {}, ['<b>&']],
  [
    '<a>\n<b c="&quot;"></b>\n</a>',
    {},
    ['\n', { name: 'b', attributes: { c: '"' }, children: [] }, '\n'],
  ],
])('%s is read', (text, attributes, children) => {
  expect(readXml(text)).toEqual({ name: 'a', attributes, children });
});

test.each([
  ['', 'line 1: there is no element'],
  ['<a>\n<b></a>', 'line 2: </a> closes <b>'],
  ['<a>', 'line 1: <a> is not closed'],
  ['</a>', 'line 1: </a> closes <nothing>'],
  [
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<a>&x;</a>',
    'line 1: cannot be read from "<!DOCTYPE a [<!ENTIT" on',
  ],
  ['<a>\n&x;</a>', 'line 1: "&x;" is no entity of XML'],
  ['<a>this & that</a>', 'line 1: "&" is no entity of XML'],
  ['<a>&constructor;</a>', 'line 1: "&constructor;" is no entity of XML'],
  ['<a>&#x110000;</a>', 'line 1: "&#x110000;" is no character'],
  ['<a b=c>', 'line 1: cannot be read from "<a b=c>" on'],
])('%s is refused', (text, message) => {
  expect(() => readXml(text)).toThrow(new XmlError(message));
});
