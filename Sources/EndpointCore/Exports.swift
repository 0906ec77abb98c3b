// Re-exports privacy, bytes and JSON, and with them Foundation.
@_exported import EndpointPrivacy
