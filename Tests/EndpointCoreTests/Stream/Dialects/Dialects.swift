import EndpointCore

extension Dialect {
    static let all = completions + typed + flagged

    private static let done = "data: [DONE]\n\n"

    /// Chat completions, with what each API adds.
    private static let completions = [
        Dialect(
            "OpenAI chat", CompletionChunks(), assumes: "usage follows the reason of the end", mark: done,
            #"""
            data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}

            data: {"id":"c1","choices":[{"index":0,"delta":{"content":"Grüß"},"finish_reason":null}]}

            data: {"id":"c1","choices":[{"index":0,"delta":{"content":" Gott\n"},"finish_reason":null}]}

            data: {"id":"c1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

            data: {"id":"c1","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3,"total_tokens":12}}

            data: [DONE]


            """#),
        Dialect(
            "Azure OpenAI", CompletionChunks(), assumes: "the first chunk has the result of the filter and no choice",
            mark: done,
            #"""
            data: {"choices":[],"created":0,"id":"","model":"","prompt_filter_results":[{"prompt_index":0,"content_filter_results":{}}]}

            data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":null,"index":0,"content_filter_results":{"hate":{"filtered":false}}}]}

            data: {"choices":[{"delta":{},"finish_reason":"content_filter","index":0}]}

            data: [DONE]


            """#),
        Dialect(
            "Mistral", CompletionChunks(), assumes: "the reason comes with the last text", mark: done,
            #"""
            data: {"id":"m","object":"chat.completion.chunk","model":"mistral-small","choices":[{"index":0,"delta":{"role":"assistant","content":"Bon"},"finish_reason":null}]}

            data: {"id":"m","choices":[{"index":0,"delta":{"content":"jour"},"finish_reason":"stop"}],"usage":{"total_tokens":7}}

            data: [DONE]


            """#),
        Dialect(
            "vLLM", CompletionChunks(), assumes: "lines end with CRLF behind a proxy", mark: "data: [DONE]\r\n\r",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"one\"},\"logprobs\":null,\"finish_reason\":null}]}"
                + "\r\n\r\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"length\","
                + "\"stop_reason\":null}]}\r\n\r\ndata: [DONE]\r\n\r\n"),
        Dialect(
            "Groq", CompletionChunks(), assumes: "x_groq has the usage in the chunk with the reason", mark: done,
            #"""
            data: {"id":"g","choices":[{"index":0,"delta":{"content":"fast"},"finish_reason":null}],"x_groq":{"id":"req_1"}}

            data: {"id":"g","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"x_groq":{"id":"req_1","usage":{"total_tokens":3}}}

            data: [DONE]


            """#),
        Dialect(
            "DeepSeek", CompletionChunks(), assumes: "comments keep the connection alive; the reasoning comes first",
            mark: done,
            #"""
            : keep-alive

            : keep-alive

            data: {"id":"d","choices":[{"index":0,"delta":{"content":null,"reasoning_content":"Hm. "},"finish_reason":null}]}

            data: {"id":"d","choices":[{"index":0,"delta":{"content":"Yes","reasoning_content":null},"finish_reason":null}]}

            : keep-alive

            data: {"id":"d","choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop"}],"usage":{"total_tokens":9}}

            data: [DONE]


            """#),
        Dialect(
            "Perplexity", CompletionChunks(omitsMark: true), assumes: "no mark follows the reason of the end",
            mark: "\"finish_reason\":\"stop\"}]}\r\n\r",
            "data: {\"id\":\"p\",\"citations\":[\"https://example.com\"],\"choices\":[{\"index\":0,"
                + "\"message\":{\"content\":\"So\"},\"delta\":{\"content\":\"So\"},\"finish_reason\":null}]}\r\n\r\n"
                + "data: {\"id\":\"p\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\".\"},"
                + "\"finish_reason\":\"stop\"}]}\r\n\r\n"),
        Dialect(
            "OpenRouter", CompletionChunks(), assumes: "comments while the request is routed", mark: done,
            #"""
            : OPENROUTER PROCESSING

            : OPENROUTER PROCESSING

            data: {"id":"gen-1","provider":"Any","choices":[{"index":0,"delta":{"role":"assistant","content":"Hello"},"finish_reason":null,"native_finish_reason":null}]}

            data: {"id":"gen-1","choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop","native_finish_reason":"end_turn"}]}

            data: {"id":"gen-1","choices":[{"index":0,"delta":{"content":""},"finish_reason":null}],"usage":{"cost":0.00014}}

            data: [DONE]


            """#),
        Dialect(
            "Together", CompletionChunks(), assumes: "each choice has its text twice, and the token", mark: done,
            #"""
            data: {"id":"t","object":"chat.completion.chunk","choices":[{"index":0,"text":"Hi","delta":{"token_id":13347,"content":"Hi"},"finish_reason":null}],"usage":null}

            data: {"id":"t","choices":[{"index":0,"text":"","delta":{"content":""},"finish_reason":"eos"}],"usage":{"total_tokens":4}}

            data: [DONE]


            """#),
        Dialect(
            "Fireworks", CompletionChunks(), assumes: "as OpenAI, with the usage in the last chunk", mark: done,
            #"""
            data: {"id":"f","model":"accounts/fireworks/models/any","choices":[{"index":0,"delta":{"content":"Hey"},"finish_reason":null}]}

            data: {"id":"f","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"total_tokens":4}}

            data: [DONE]


            """#),
        Dialect(
            "xAI", CompletionChunks(), assumes: "as OpenAI, with reasoning and a fingerprint", mark: done,
            #"""
            data: {"id":"x","choices":[{"index":0,"delta":{"reasoning_content":"First, ","role":"assistant"}}],"system_fingerprint":"fp_1"}

            data: {"id":"x","choices":[{"index":0,"delta":{"content":"42"}}],"system_fingerprint":"fp_1"}

            data: {"id":"x","choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop"}]}

            data: [DONE]


            """#),
        Dialect(
            "LM Studio", CompletionChunks(), assumes: "lines end with LF, and a chunk has no usage", mark: done,
            #"""
            data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"local","choices":[{"index":0,"delta":{"role":"assistant","content":"Local"},"logprobs":null,"finish_reason":null}]}

            data: {"id":"chatcmpl-1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}

            data: [DONE]


            """#),
    ]

    /// Events with types.
    private static let typed = [
        Dialect(
            "OpenAI responses",
            TypedEvents(
                text: "delta", contents: ["response.output_text.delta"],
                last: ["response.completed", "response.incomplete"], failures: ["error", "response.failed"]),
            assumes: "the last event repeats the whole answer; no [DONE] follows it",
            mark: "\"usage\":{\"total_tokens\":5}}}\n\n",
            #"""
            event: response.created
            data: {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","status":"in_progress"}}

            event: response.output_text.delta
            data: {"type":"response.output_text.delta","sequence_number":1,"item_id":"msg_1","delta":"In a"}

            event: response.output_text.delta
            data: {"type":"response.output_text.delta","sequence_number":2,"item_id":"msg_1","delta":" shell"}

            event: response.output_text.done
            data: {"type":"response.output_text.done","sequence_number":3,"item_id":"msg_1","text":"In a shell"}

            event: response.completed
            data: {"type":"response.completed","sequence_number":4,"response":{"id":"resp_1","status":"completed","usage":{"total_tokens":5}}}


            """#),
        Dialect(
            "Anthropic",
            TypedEvents(
                text: "delta.text", contents: ["content_block_delta", "message_delta"], ends: ["message_stop"],
                failures: ["error"]),
            assumes: "pings come at any place", mark: "data: {\"type\":\"message_stop\"}\n\n",
            #"""
            event: message_start
            data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"usage":{"input_tokens":25,"output_tokens":1}}}

            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

            event: ping
            data: {"type": "ping"}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"!"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":15}}

            event: message_stop
            data: {"type":"message_stop"}


            """#),
        Dialect(
            "Cohere",
            TypedEvents(
                text: "delta.message.content.text", contents: ["content-delta"], last: ["message-end"], failures: []),
            assumes: "version 2 of the chat; each event has a type",
            mark: "\"delta\":{\"finish_reason\":\"COMPLETE\"}}\n\n",
            #"""
            event: message-start
            data: {"id":"co","type":"message-start","delta":{"message":{"role":"assistant","content":[]}}}

            event: content-start
            data: {"type":"content-start","index":0,"delta":{"message":{"content":{"type":"text","text":""}}}}

            event: content-delta
            data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"LLMs"}}}}

            event: content-end
            data: {"type":"content-end","index":0}

            event: message-end
            data: {"type":"message-end","delta":{"finish_reason":"COMPLETE"}}


            """#),
        Dialect(
            "Replicate",
            TypedEvents(text: nil, contents: ["output"], ends: ["done"], failures: ["error"]),
            assumes: "the data is plain text, and the last event has an empty object", mark: "data: {}\n\n",
            #"""
            event: output
            id: 1690212292:0
            data: Once

            event: output
            id: 1690212293:0
            data:  upon
            data: a time

            event: done
            id: 1690212293:0
            data: {}


            """#),
    ]

    /// Objects with a flag in the last one.
    private static let flagged = [
        Dialect(
            "Gemini",
            FlaggedObjects(
                framing: EventFraming(), text: "candidates.0.content.parts.0.text", flag: "candidates.0.finishReason",
                mayContinue: true),
            assumes: "`alt=sse`; the end has no mark, only a reason", mark: "\"finishReason\":\"STOP\"}]}\n\n",
            #"""
            data: {"candidates":[{"content":{"parts":[{"text":"The"}],"role":"model"}}],"usageMetadata":{"promptTokenCount":4}}

            data: {"candidates":[{"content":{"parts":[{"text":" end"}],"role":"model"},"finishReason":"STOP"}]}


            """#),
        Dialect(
            "Ollama", FlaggedObjects(framing: LineFraming(), text: "message.content", flag: "done"),
            assumes: "lines of JSON; the last has statistics and no text", mark: "\"eval_count\":26}",
            #"""
            {"model":"llama3.2","created_at":"2024-08-04T08:52:19.4Z","message":{"role":"assistant","content":"Be"},"done":false}
            {"model":"llama3.2","created_at":"2024-08-04T08:52:19.5Z","message":{"role":"assistant","content":"cause"},"done":false}
            {"model":"llama3.2","created_at":"2024-08-04T08:52:19.6Z","message":{"role":"assistant","content":""},"done_reason":"stop","done":true,"eval_count":26}

            """#),
        Dialect(
            "TGI", FlaggedObjects(framing: EventFraming(), text: "token.text", flag: "generated_text"),
            assumes: "`data:` without a blank; the last event has the whole text",
            mark: "\"generated_text\":\"go on\",\"details\":null}\n\n",
            #"""
            data:{"index":1,"token":{"id":264,"text":"go","logprob":-0.6,"special":false},"generated_text":null,"details":null}

            data:{"index":2,"token":{"id":265,"text":" on","logprob":-0.1,"special":true},"generated_text":"go on","details":null}


            """#),
        Dialect(
            "llama.cpp", FlaggedObjects(framing: EventFraming(), text: "content", flag: "stop"),
            assumes: "the server's own `/completion`", mark: "\"tokens_predicted\":2}\n\n",
            #"""
            data: {"index":0,"content":"Deep","tokens":[1],"stop":false,"id_slot":-1}

            data: {"index":0,"content":" blue","tokens":[2],"stop":false,"id_slot":-1}

            data: {"index":0,"content":"","tokens":[],"stop":true,"stop_type":"eos","tokens_predicted":2}


            """#),
    ]
}
