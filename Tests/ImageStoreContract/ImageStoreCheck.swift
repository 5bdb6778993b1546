public import ContractFrame
public import MarketCore

/// One requirement of ``ImageStore``. It is checked with a store that has nothing in it.
public typealias ImageStoreCheck = Requirement<any ImageStore>

extension ImageStoreCheck {
    /// The whole contract.
    public static var all: [ImageStoreCheck] { saving + webSizes + removing }
}
