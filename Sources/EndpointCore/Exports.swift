// Privacy, bytes and JSON come along, and Foundation with them.
@_exported import EndpointPrivacy
