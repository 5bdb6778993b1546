// error: value of type 'Product' has no member 'reservationNote'
import MarketCore
import MarketModels

func leak(_ product: Product) -> String? { product.reservationNote }
