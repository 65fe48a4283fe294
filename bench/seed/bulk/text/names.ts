const list = (text: string) => text.trim().split(/\s+/)

export const firstNames = list(`
  Anna Ben Carla David Elena Felix Grace Henry Ines Jonas Karin Liam Maria Noah Olivia Paul Quinn Rosa Samuel Tara
  Ulrich Vera William Xenia Yusuf Zoe Aisha Björn Chloé Dmitri Emre Fatima Giulia Hiroshi Isla Jamal Katarzyna Luca
  Mei Nikhil Oksana Pedro Rania Sofia Tomás Uma Viktor Wanjiru Yara Zoltán Amelia Bruno Camille Diego Esther Farid
  Greta Hassan Ivana Joana Kofi Lena Mateo Nadia Omar Priya Rafael Selin Thomas Valentina Wei Yuki Adriana Bogdan
  Clara Darius Eva Fiona Gustav Helena Igor Julia Klara Leon Marta Nils Otto Petra Ruth Simon Teresa Ursula Vincent`)

export const lastNames = list(`
  Smith Weber Rossi García Dubois Novak Kowalski Andersen Nakamura Silva Johnson Müller Ferrari Martínez Lefèvre Horvat
  Nowak Larsen Tanaka Santos Brown Fischer Romano López Moreau Kovač Wójcik Nielsen Suzuki Costa Taylor Schneider Bruno
  Sánchez Laurent Babić Lewandowski Hansen Watanabe Pereira Wilson Becker Greco Ramírez Girard Jurić Zieliński Berg
  Itō Almeida Okafor Mensah Patel Sharma Khan Haddad Nasser Demir Yılmaz Popescu Ionescu Szabó Tóth Petrov Ivanova
  Shevchenko Melnyk Papadopoulos Nikolaidis Cohen Levi Kim Park Nguyen Tran Chen Wang Liu Murphy O’Brien Campbell
  Stewart Evans Hughes Walker Wright Young Allen King Scott Green Baker Hill Carter Mitchell Parker Turner Phillips`)

export const companyStarts = list(`
  Bright North Silver Blue Green Clear Open Swift Prime True Grand Urban Alpine Coastal Golden Iron Lunar Solar Vivid
  Noble Rapid Quiet Amber Crystal Maple Cedar Willow Harbor River Summit Valley Meadow Forest Ocean Desert Polar Royal
  Happy Lucky Smart Magic Cosmic Atomic Digital Modern Classic Royal United Global Local Central Western Eastern Inner
  Outer Upper Little Mighty Humble Gentle Fresh Crisp Early Evergreen Copper Velvet Marble Granite Cobalt Scarlet`)

export const companyEnds = list(`
  Labs Works Systems Foods Media Motors Travel Bikes Books Energy Health Studio Partners Logistics Textiles Gardens
  Analytics Robotics Insurance Bank Outfitters Brewery Bakery Furniture Optics Security Cloud Networks Games Music
  Sports Pharmacy Clinic School Academy Hotels Kitchens Paper Glass Steel Tools Toys Shoes Cosmetics Jewelry Printing
  Consulting Design Software Hardware Mobility Airlines Shipping Farms Coffee Tea Chocolate Dairy Water Solutions`)

export const freeMailHosts = list("quickpost mailharbor letterbird homewire inboxly webpigeon")

export const jobTitles = [
  "Office manager",
  "Head of operations",
  "Software engineer",
  "Accountant",
  "Buyer",
  "Founder",
  "Student",
  "Teacher",
  "Marketing manager",
  "Warehouse lead",
]

export const cities: readonly { city: string; country: string; state?: string }[] = [
  { city: "Berlin", country: "DE" },
  { city: "Lyon", country: "FR" },
  { city: "Milano", country: "IT" },
  { city: "Sevilla", country: "ES" },
  { city: "Kraków", country: "PL" },
  { city: "Toronto", country: "CA", state: "Ontario" },
  { city: "Austin", country: "US", state: "Texas" },
  { city: "Portland", country: "US", state: "Oregon" },
  { city: "Leeds", country: "GB" },
  { city: "Ōsaka", country: "JP" },
  { city: "São Paulo", country: "BR", state: "SP" },
  { city: "Nairobi", country: "KE" },
  { city: "Melbourne", country: "AU", state: "Victoria" },
  { city: "Göteborg", country: "SE" },
]

export const streets = list("Main Station Church Garden Mill Park School Lake Bridge Market Forest Harbor")

/** As it may stand in an e-mail address. */
export function asciiName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/ł/g, "l")
    .replace(/ı/g, "i")
    .replace(/[^a-zA-Z]/g, "")
    .toLowerCase()
}
