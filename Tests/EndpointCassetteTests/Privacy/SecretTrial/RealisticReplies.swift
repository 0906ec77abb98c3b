/// Forty replies as public APIs give them, with no secret in any of them: what a redaction changes in them is damage.
///
/// All names, identifiers and addresses are made up or are those of public examples.
enum RealisticReplies {
    struct Reply {
        let name: String
        let type: String
        let text: String
    }

    static let all: [Reply] = json.map { Reply(name: $0.0, type: "application/json", text: $0.1) } + others

    private static let json: [(String, String)] = [
        (
            "translations",
            ##"""
            {"de": {"username": "Benutzername", "password": "Passwort",
            "password_hint": "Mindestens 8 Zeichen", "forgot_password": "Passwort vergessen?",
            "token": "Token", "secret": "Geheimnis", "pin": "PIN eingeben"},
            "fr": {"password": "Mot de passe", "password_confirm": "Confirmez le mot de passe"},
            "es": {"password": "Contraseña"}, "ru": {"password": "Пароль"}, "ja": {"password": "パスワード"}}
            """##
        ),
        (
            "OpenAI chat completion with logprobs",
            ##"""
            {"id": "chatcmpl-9pQ3", "object": "chat.completion", "model": "gpt-4o-mini",
            "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hello world"},
            "logprobs": {"content": [{"token": "Hello", "logprob": -0.31725305, "bytes": [72, 101, 108, 108,
            111], "top_logprobs": [{"token": "Hello", "logprob": -0.31725305, "bytes": [72]},
            {"token": "Hi", "logprob": -1.3190403, "bytes": [72, 105]}]}, {"token": " world",
            "logprob": -0.02, "bytes": null, "top_logprobs": []}]}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11}}
            """##
        ),
        (
            "NFT",
            ##"""
            {"nfts": [{"token": {"contract": "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d",
            "tokenId": "8520", "kind": "erc721", "name": "Bored Ape #8520",
            "image": "https://img.example.com/apes/8520.png", "supply": 1, "isSpam": false},
            "ownership": {"tokenCount": "1", "acquiredAt": "2023-04-01T12:00:00Z"}}]}
            """##
        ),
        (
            "Kubernetes deployment",
            ##"""
            {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web",
            "uid": "0f5b1c2e-8a51-4c3e-9d7e-2f1a3b4c5d6e", "resourceVersion": "18273645"},
            "spec": {"template": {"spec": {"volumes": [{"name": "tls", "secret": {"secretName": "web-tls",
            "defaultMode": 420, "optional": false}}, {"name": "token",
            "projected": {"sources": [{"serviceAccountToken": {"expirationSeconds": 3607,
            "path": "token"}}]}}], "containers": [{"name": "web", "env": [{"name": "DB_PASSWORD",
            "valueFrom": {"secretKeyRef": {"name": "db", "key": "password"}}}]}],
            "imagePullSecrets": [{"name": "regcred"}]}}}}
            """##
        ),
        (
            "OpenAPI 3 document",
            ##"""
            {"openapi": "3.0.3", "info": {"title": "Sign-in", "version": "1.2.0"},
            "paths": {"/token": {"post": {"operationId": "createToken", "security": [{"api_key": []}],
            "requestBody": {"content": {"application/json": {"schema": {"type": "object",
            "required": ["username", "password"], "properties": {"username": {"type": "string"},
            "password": {"type": "string", "format": "password", "minLength": 8,
            "description": "The password"}, "otp": {"type": "string", "pattern": "^[0-9]{6}$"},
            "client_secret": {"$ref": "#/components/schemas/Secret"}}}}}}}}},
            "components": {"securitySchemes": {"api_key": {"type": "apiKey", "name": "X-API-Key",
            "in": "header"}, "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
            "schemas": {"Secret": {"type": "string"}, "Session": {"type": "object",
            "properties": {"access_token": {"description": "A token", "type": "string"},
            "credentials": {"type": "array", "items": {"type": "string"}}}}}}}
            """##
        ),
        (
            "JSON Schema",
            ##"""
            {"$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "https://example.com/login.schema.json", "title": "Login", "type": "object",
            "properties": {"password": {"type": ["string", "null"]}, "pin": {"type": "integer",
            "minimum": 0, "maximum": 9999}, "token": {"oneOf": [{"type": "string"}, {"type": "null"}]},
            "session": {"$ref": "#/$defs/session"}}, "required": ["password"]}
            """##
        ),
        (
            "Google page token",
            ##"""
            {"kind": "drive#fileList", "nextPageToken": "~!!~AI9FV7Tc4k5BiAr1Ckwyu9",
            "incompleteSearch": false, "files": [{"id": "1dyUEebJaFnWa3Z4n0BFMVAXQ7mfUH11g",
            "name": "Report", "mimeType": "application/pdf"}]}
            """##
        ),
        (
            "AWS list with continuation token",
            ##"""
            {"IsTruncated": true, "NextContinuationToken": "1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM=",
            "KeyCount": 2, "Contents": [{"Key": "photos/2024/06/beach.jpg",
            "ETag": "\"70ee1738b6b21e2c8a43f3a5ab0eee71\"", "Size": 434234, "StorageClass": "STANDARD"},
            {"Key": "readme.txt", "ETag": "\"d41d8cd98f00b204e9800998ecf8427e\"", "Size": 0}]}
            """##
        ),
        (
            "Jira issue",
            ##"""
            {"id": "10002", "key": "ED-1",
            "fields": {"summary": "Password reset mail: token expires too early", "project": {"id": "10000",
            "key": "EX", "name": "Example"}, "status": {"name": "To Do", "statusCategory": {"key": "new"}},
            "issuetype": {"name": "Bug"}, "labels": ["auth", "session"]}}
            """##
        ),
        (
            "GitHub repository",
            ##"""
            {"id": 1296269, "node_id": "MDEwOlJlcG9zaXRvcnkxMjk2MjY5", "name": "Hello-World",
            "full_name": "octocat/Hello-World", "private": false,
            "html_url": "https://github.com/octocat/Hello-World", "license": {"key": "mit",
            "name": "MIT License", "spdx_id": "MIT"},
            "security_and_analysis": {"secret_scanning": {"status": "enabled"},
            "secret_scanning_push_protection": {"status": "disabled"}}, "topics": ["octocat", "api"],
            "default_branch": "main"}
            """##
        ),
        (
            "GitHub commit",
            ##"""
            {"sha": "6dcb09b5b57875f334f61aebed695e2e4193db5e",
            "node_id": "MDY6Q29tbWl0NmRjYjA5YjViNTc4NzVmMzM0ZjYxYWViZWQ2OTVlMmU0MTkzZGI1ZQ==",
            "commit": {"message": "Fix all the bugs",
            "tree": {"sha": "827efc6d56897b048c772eb4087f854f46256132"}, "verification": {"verified": false,
            "reason": "unsigned", "signature": null, "payload": null}},
            "files": [{"filename": "auth/token.go", "status": "modified",
            "patch": "@@ -1,2 +1,2 @@\n-func token() string\n+func Token() string"}]}
            """##
        ),
        (
            "GitHub code scanning",
            ##"""
            [{"number": 2, "rule": {"id": "js/hardcoded-credentials",
            "description": "Hard-coded credentials", "tags": ["security", "external/cwe/cwe-798"]},
            "state": "open", "secret_type": "github_token", "secret_type_display_name": "GitHub token",
            "locations_url": "https://api.github.com/repos/octocat/Hello-World/secret-scanning/alerts/2/locations"}]
            """##
        ),
        (
            "Stripe payment intent",
            ##"""
            {"id": "pi_3MtwBwLkdIwHu7ix28a3tqPa", "object": "payment_intent", "amount": 2000,
            "currency": "usd", "status": "requires_payment_method", "payment_method_types": ["card"],
            "charges": {"data": [{"payment_method_details": {"card": {"brand": "visa", "last4": "4242",
            "exp_month": 8, "exp_year": 2027, "checks": {"cvc_check": "pass",
            "address_postal_code_check": null}}}}]}, "livemode": false}
            """##
        ),
        (
            "OpenID configuration",
            ##"""
            {"issuer": "https://accounts.example.com",
            "authorization_endpoint": "https://accounts.example.com/o/oauth2/v2/auth",
            "token_endpoint": "https://oauth2.example.com/token",
            "revocation_endpoint": "https://oauth2.example.com/revoke", "response_types_supported": ["code",
            "token", "id_token", "code token"], "id_token_signing_alg_values_supported": ["RS256"],
            "scopes_supported": ["openid", "email"],
            "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
            "claims_supported": ["aud", "exp", "sub"], "code_challenge_methods_supported": ["plain",
            "S256"], "grant_types_supported": ["authorization_code", "refresh_token"]}
            """##
        ),
        (
            "OAuth error",
            ##"""
            {"error": "invalid_grant", "error_description": "Token has been expired or revoked.",
            "error_uri": "https://tools.example.com/errors#token"}
            """##
        ),
        (
            "validation errors",
            ##"""
            {"message": "The given data was invalid.",
            "errors": {"password": ["The password must be at least 8 characters.",
            "The password confirmation does not match."],
            "token": ["This password reset token is invalid."], "pin": ["is required"]}}
            """##
        ),
        (
            "password policy",
            ##"""
            {"passwordPolicy": {"minLength": 12, "password_expires_in_days": 90, "requireUppercase": true,
            "history": 5}, "password_changed_at": "2024-01-02T03:04:05Z", "mfa": {"required": true,
            "methods": ["totp", "sms"]}, "hasPassword": true, "token_lifetime": 3600, "sessionTimeout": 900}
            """##
        ),
        (
            "Hugging Face fill-mask",
            ##"""
            [{"score": 0.1073106, "token": 2535, "token_str": "role",
            "sequence": "hello i'm a role model."}, {"score": 0.0877, "token": 2944, "token_str": "model",
            "sequence": "hello i'm a model."}]
            """##
        ),
        (
            "tokenizer",
            ##"""
            {"tokens": [{"token": "quick", "start_offset": 4, "end_offset": 9, "type": "<ALPHANUM>",
            "position": 1}, {"token": "brown", "start_offset": 10, "end_offset": 15, "type": "<ALPHANUM>",
            "position": 2}]}
            """##
        ),
        (
            "ERC-20 balances",
            ##"""
            {"address": "0xd8da6bf26964af9d7eed9e03e53415d37aa96045", "tokens": [{"balance": "1337000000",
            "token": {"address": "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "symbol": "USDC",
            "decimals": 6, "name": "USD Coin"}}], "token": "USDC", "tokenSymbol": "USDC"}
            """##
        ),
        (
            "game cards",
            ##"""
            {"data": [{"name": "Goblin Token", "layout": "token", "keywords": ["Haste"],
            "all_parts": [{"component": "token", "name": "Goblin"}], "token": true, "code": "tdom",
            "set_type": "token"}]}
            """##
        ),
        (
            "books",
            ##"""
            {"items": [{"title": "The Secret Garden", "author": "F. H. Burnett", "isbn": "9780141321066"},
            {"title": "Secret: how to pick a lock", "subtitle": "Password: a very short history",
            "isbn": "9780306406157"}, {"title": "Token: the end of cash"}]}
            """##
        ),
        (
            "music keys",
            ##"""
            {"tracks": [{"name": "So What", "key": "D minor", "time_signature": 4, "tempo": 136, "mode": 0},
            {"name": "Blue", "key": 2, "signature": "4/4"}], "sort": {"key": "created_at", "order": "desc"}}
            """##
        ),
        (
            "i18n keys",
            ##"""
            [{"key": "login.title", "value": "Welcome"}, {"key": "login.password.label",
            "value": "Password"}, {"key": "error.token_expired",
            "value": "Your session has expired. Please sign in again."}, {"key": "cart_count",
            "value": "{count} items"}]
            """##
        ),
        (
            "feature flags",
            ##"""
            {"flags": {"new-login": {"key": "new-login", "on": true, "variations": ["a", "b"]},
            "pin-code": {"key": "pin-code", "on": false}}, "environment": {"key": "production",
            "name": "Production"}, "state": "active"}
            """##
        ),
        (
            "weather",
            ##"""
            {"coord": {"lon": 7.367, "lat": 45.133}, "weather": [{"id": 501, "main": "Rain",
            "description": "moderate rain"}], "main": {"temp": 284.2, "pressure": 1015}, "timezone": 7200,
            "id": 3165523, "name": "Province of Turin", "cod": 200}
            """##
        ),
        (
            "map pins",
            ##"""
            {"pins": [{"pin": {"lat": 52.52, "lng": 13.405, "label": "Berlin"}, "icon": "pin"}],
            "pin": "dropped", "session": "morning", "auth": "none"}
            """##
        ),
        (
            "conference sessions",
            ##"""
            {"sessions": [{"id": 17, "session": {"title": "Secrets of Swift", "room": "Main hall",
            "starts_at": "2024-05-12T09:00:00+02:00"}, "speakers": [{"name": "Ann Example"}]}],
            "session": "Opening keynote"}
            """##
        ),
        (
            "webhook settings",
            ##"""
            {"id": 12345678, "type": "Repository", "name": "web", "active": true, "events": ["push",
            "pull_request"], "config": {"content_type": "json", "insecure_ssl": "0",
            "url": "https://example.com/webhook"}, "signature_algorithm": "sha256",
            "last_response": {"code": null, "status": "unused", "message": null}}
            """##
        ),
        (
            "npm package",
            ##"""
            {"name": "left-pad", "dist-tags": {"latest": "1.3.0"},
            "dist": {"integrity": "sha512-XI5MPzVNApjAyhQzphX8BkmKsKUxD4LdyK24iZeQGinBN9yTQT3bFlCBy/aVx2HrNcqQGsdot8ghrjyrvMCoEA==",
            "shasum": "5b8a3a7765dfe001261dde915589e782f8c94d1e",
            "signatures": [{"keyid": "SHA256:jl3bwswu80PjjokCgh0o2w5c2U4LhQAE57gj9cz1kzA"}],
            "tarball": "https://registry.example.com/left-pad/-/left-pad-1.3.0.tgz"}, "keywords": ["token",
            "password"]}
            """##
        ),
        (
            "JWKS",
            ##"""
            {"keys": [{"kty": "RSA", "use": "sig", "kid": "1b94c", "alg": "RS256", "e": "AQAB",
            "n": "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc"}]}
            """##
        ),
        (
            "GraphQL introspection",
            ##"""
            {"data": {"__type": {"name": "LoginInput", "inputFields": [{"name": "password",
            "description": "Password: at least eight characters", "type": {"kind": "SCALAR",
            "name": "String"}}, {"name": "token", "defaultValue": null, "type": {"kind": "SCALAR",
            "name": "ID"}}]}}}
            """##
        ),
        (
            "Discourse topic",
            ##"""
            {"topic_list": {"topics": [{"id": 99, "title": "Where do I find my API key?",
            "slug": "where-do-i-find-my-api-key",
            "excerpt": "I lost my password and the token: how do I get a new one?", "posts_count": 4}]}}
            """##
        ),
        (
            "geo and time zones",
            ##"""
            {"ip": "203.0.113.7", "timezone": {"id": "Europe/Berlin", "utc": "+02:00"}, "locale": "de-DE",
            "currency": "EUR", "asn": 64500, "iban_country": "DE", "ssn_required": false}
            """##
        ),
    ]

    private static let others: [Reply] = [
        Reply(
            name: "sign-in page", type: "text/html",
            text: """
                <!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in</title></head>
                <body><form method="post" action="/session"><label for="password">Password:</label> <input type="password" name="password"
                id="password" placeholder="Your password"><a href="/password/reset">Forgot your password?</a><button type="submit"
                name="commit" value="Sign in">Sign in</button></form></body></html>
                """),
        Reply(
            name: "documentation in Markdown", type: "text/markdown",
            text: """
                # Authentication

                Send your API key in the header. Bearer tokens expire after an hour; basic authentication is not supported.
                The secret: keep it simple. Password: required. Token: a string that you get from the dashboard.

                | name | meaning |
                | --- | --- |
                | token | the token of the page |
                """),
        Reply(
            name: "RSS feed", type: "application/rss+xml",
            text: """
                <?xml version="1.0"?><rss version="2.0"><channel><title>Secret recipes</title><link>https://example.com/?cat=token</link>
                <item><title>The secret: more butter</title><guid isPermaLink="false">8c1d3f60-1c3c-4b5e-9a5f-0c4d1f2b3a4e</guid></item></channel></rss>
                """),
        Reply(
            name: "Android strings", type: "application/xml",
            text: """
                <resources><string name="password">Password</string><string name="token_expired">Your token has expired</string><string
                name="pin_prompt">Enter your PIN</string></resources>
                """),
        Reply(
            name: "log of a build", type: "text/plain",
            text: """
                [1/3] Compiling Token.swift
                warning: token: unused variable
                key=created_at sort=desc state=open
                session: started at 09:00, auth: none
                Password: (not asked)
                """),
        Reply(
            name: "server-sent events", type: "text/event-stream",
            text: """
                event: message
                data: {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "The token: a short word"}}

                event: message
                data: {"usage": {"output_tokens": 15}, "stop_reason": "end_turn"}
                """),
    ]
}
