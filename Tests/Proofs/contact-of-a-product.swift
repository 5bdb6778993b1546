// error: value of type 'Product' has no member 'contact'
import MarketCore
import MarketModels

func leak(_ product: Product) -> String? { product.contact }
