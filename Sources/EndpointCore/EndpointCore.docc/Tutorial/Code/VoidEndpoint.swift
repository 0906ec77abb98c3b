import EndpointCore

/// An endpoint of the household API whose response has no content: it succeeds or fails.
public protocol VoidEndpoint: EndpointCore.VoidEndpoint, HouseholdEndpoint {}
