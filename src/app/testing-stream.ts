export type StreamEvent = { readonly id: string; readonly name: string; readonly body: never }

/** The events of an open stream as they come, until it ends or is cut. */
export async function* eventsOf(response: Response): AsyncGenerator<StreamEvent> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, id = '', name = '', data = ''] = /id: (.*)\nevent: (.*)\ndata: (.*)/.exec(block) ?? []
      if (name) yield { id, name, body: JSON.parse(data) as never }
    }
  }
}
