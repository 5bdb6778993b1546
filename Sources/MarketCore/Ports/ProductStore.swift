/// A store of everything that people list and that belongs to it. Use cases ask only for the parts that they need.
///
/// Every store passes the same contract suite (`Tests/ProductStoreContract`). A write is durable when it returns. A
/// read sees at least every write that returned before the read began.
public protocol ProductStore: RevisionSource, CategoryStore, ProductReading, ProductWriting, IdempotencyRecordReading,
    ListingRightStore, DeleteTokenStore, VendorStore, ReportStore, MarketAdministration, ImageReferences,
    StoreLifecycle,
    SearchIndexRenewal
{}
